#!/usr/bin/env python3
"""Records frames of cartridges with the Stella core, in the format of `vchess verify frames`.

    record.py --core stella_libretro.so --palette palette_ntsc.json --out DIR ROM...

The core is Stella's libretro core of 2026 (8.0_pre), built from its sources; this is the smallest front end that will
do. The console's RAM is zeroed before the first frame. Input
is random, seeded by the cartridge's name: Reset from frame 20 to 26, from frame 60 on a joystick.
"""

import argparse
import ctypes
import gzip
import hashlib
import json
import os
import random
import sys
import time

BUTTONS = {"F": 0, "S": 2, "X": 3, "U": 4, "D": 5, "L": 6, "R": 7}
SYSTEM_RAM = 2
XRGB8888 = 1


class GameInfo(ctypes.Structure):
    _fields_ = [
        ("path", ctypes.c_char_p),
        ("data", ctypes.c_char_p),
        ("size", ctypes.c_size_t),
        ("meta", ctypes.c_char_p),
    ]


class Variable(ctypes.Structure):
    _fields_ = [("key", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class SystemInfo(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("version", ctypes.c_char_p),
        ("extensions", ctypes.c_char_p),
        ("need_fullpath", ctypes.c_bool),
        ("block_extract", ctypes.c_bool),
    ]


NOTHING = ctypes.CFUNCTYPE(ctypes.c_void_p)
REFUSED = ctypes.CFUNCTYPE(ctypes.c_int)
STAT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int32))


class FileSystem(ctypes.Structure):
    """A file system with nothing in it but the cartridge: nothing is kept."""

    _fields_ = [("calls", ctypes.c_void_p * 19)]


class FileSystemInfo(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("interface", ctypes.POINTER(FileSystem))]


ENVIRONMENT = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_uint, ctypes.c_void_p)
VIDEO = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_size_t)
SAMPLE = ctypes.CFUNCTYPE(None, ctypes.c_int16, ctypes.c_int16)
BATCH = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t)
POLL = ctypes.CFUNCTYPE(None)
STATE = ctypes.CFUNCTYPE(ctypes.c_int16, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint)


class Core:
    """One process, one cartridge: the core keeps globals."""

    def __init__(self, path, options):
        self.options = {key.encode(): value.encode() for key, value in options.items()}
        self.held = ""
        self.frame = None
        self.folder = ctypes.c_char_p(b".")
        self.nothing, self.refused, self.known = NOTHING(lambda: None), REFUSED(lambda: -1), STAT(self.stat)
        pointers = (1, 14, 15, 16)  # open, opendir, readdir, the name of an entry
        calls = [self.nothing if index in pointers else self.refused for index in range(19)]
        calls[12] = self.known
        self.files = FileSystem((ctypes.c_void_p * 19)(*[ctypes.cast(call, ctypes.c_void_p) for call in calls]))
        self.library = ctypes.CDLL(path)
        self.callbacks = [
            ENVIRONMENT(self.environment),
            VIDEO(self.video),
            SAMPLE(lambda left, right: None),
            BATCH(lambda data, frames: frames),
            POLL(lambda: None),
            STATE(self.state),
        ]
        names = ["environment", "video_refresh", "audio_sample", "audio_sample_batch", "input_poll", "input_state"]
        for name, callback in zip(names, self.callbacks):
            getattr(self.library, f"retro_set_{name}")(callback)
        self.library.retro_get_memory_data.restype = ctypes.c_void_p
        self.library.retro_get_memory_size.restype = ctypes.c_size_t
        self.library.retro_load_game.restype = ctypes.c_bool
        self.library.retro_init()

    def version(self):
        info = SystemInfo()
        self.library.retro_get_system_info(ctypes.byref(info))
        return f"{info.name.decode()} {info.version.decode()}"

    def environment(self, command, data):
        command &= 0xFFFF
        if command in (9, 31):
            ctypes.cast(data, ctypes.POINTER(ctypes.c_char_p))[0] = self.folder.value
            return True
        if command == 10:
            return ctypes.cast(data, ctypes.POINTER(ctypes.c_int))[0] == XRGB8888
        if command == 15:
            variable = ctypes.cast(data, ctypes.POINTER(Variable))[0]
            value = self.options.get(variable.key)
            if value is None:
                return False
            ctypes.cast(data, ctypes.POINTER(Variable))[0].value = value
            return True
        if command == 45:
            ctypes.cast(data, ctypes.POINTER(FileSystemInfo))[0].interface = ctypes.pointer(self.files)
            return True
        if command == 3:
            ctypes.cast(data, ctypes.POINTER(ctypes.c_bool))[0] = True
            return True
        return False

    @staticmethod
    def stat(path, size):
        if not os.path.isfile(path):
            return 0
        if size:
            size[0] = os.path.getsize(path)
        return 1

    def video(self, data, width, height, pitch):
        if data:
            rows = ctypes.string_at(data, pitch * height)
            self.frame = (width, height, [rows[pitch * y : pitch * y + 4 * width] for y in range(height)])

    def state(self, port, device, index, which):
        if port == 0 and device & 0xFF == 1 and index == 0:
            return int(any(BUTTONS[key] == which for key in self.held))
        return 0

    def load(self, path):
        image = open(path, "rb").read()
        info = GameInfo(path.encode(), image, len(image), None)
        if not self.library.retro_load_game(ctypes.byref(info)):
            sys.exit(f"{path}: the core does not take it")

    def ram(self):
        address = self.library.retro_get_memory_data(SYSTEM_RAM)
        size = self.library.retro_get_memory_size(SYSTEM_RAM)
        return (ctypes.c_uint8 * size).from_address(address)

    def run(self, held):
        self.held = held
        self.library.retro_run()


def random_input(name, frames, joystick=True):
    hands = random.Random(name)
    events = [[20, "X"], [26, ""]]
    at = 60
    while joystick and at < frames:
        keys = hands.choice(["", "U", "D", "L", "R", "UL", "UR", "DL", "DR"]) + hands.choice(["", "", "F"])
        events.append([at, keys])
        at += hands.choice([4, 8, 16, 24])
    return events


def picture(core, colours):
    width, height, rows = core.frame
    step = width // 160
    out = []
    for row in rows:
        pixels = [row[4 * step * x : 4 * step * x + 3][::-1].hex() for x in range(160)]
        if any(pixel not in colours for pixel in pixels):
            return None
        out.append(bytes(colours[pixel] for pixel in pixels).hex())
    return {"w": 160, "h": height, "rows": out}


def record(arguments, path):
    core = Core(arguments.core, {"stella_filter": "disabled", "stella_phosphor": "off", "stella_palette": "standard"})
    if arguments.version:
        print(core.version())
    core.load(path)
    # Half a second after the start, by the clock, the core forgets what is held: let that pass.
    time.sleep(1)
    image = open(path, "rb").read()
    ram = core.ram()
    for index in range(len(ram)):
        ram[index] = 0
    name = os.path.splitext(os.path.basename(path))[0]
    palette = [str(colour).lstrip("#").lower() for colour in json.load(open(arguments.palette))]
    colours = {}
    for index, colour in enumerate(palette):
        colours.setdefault(colour, index)
    if arguments.like:
        like = json.load(gzip.open(arguments.like))
        events = like["input"]
        keys = sorted(int(frame) for frame in like["ram"])
        shown = {int(frame) for frame in like["pictures"]}
        frames = keys[-1] + 1
    else:
        frames = arguments.frames
        events = random_input(name, frames, name not in arguments.paddles.split(","))
        keys = range(59, frames, 60)
        shown = {599, 1199, 1799}
    held, at, rams, pictures = "", 0, {}, {}
    for frame in range(frames):
        while at < len(events) and events[at][0] <= frame:
            held = events[at][1]
            at += 1
        core.run(held)
        if frame in keys:
            rams[str(frame)] = bytes(core.ram()).hex()
        if frame in shown and arguments.tv == "NTSC":
            shot = picture(core, colours)
            if shot:
                pictures[str(frame)] = shot
    whole = {
        "rom": name,
        "md5": hashlib.md5(image).hexdigest(),
        "size": len(image),
        "input": events,
        "ram": rams,
        "pictures": pictures,
        "tv": arguments.tv,
    }
    out = os.path.join(arguments.out, f"{name}.json.gz")
    with gzip.GzipFile(out, "wb", mtime=0) as file:
        file.write(json.dumps(whole, separators=(",", ":")).encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--core", required=True)
    parser.add_argument("--palette", required=True)
    parser.add_argument("--out", default=".")
    parser.add_argument("--frames", type=int, default=1800)
    parser.add_argument("--like", help="a recording whose input and frame numbers are taken")
    parser.add_argument("--paddles", default="backgammon,blackjack,breakout,casino,kaboom,pong,warlords")
    parser.add_argument("--tv", default="NTSC")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("roms", nargs="+")
    arguments = parser.parse_args()
    for path in arguments.roms:
        child = os.fork()
        if child == 0:
            record(arguments, path)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            print(f"{path}: not recorded", file=sys.stderr)


if __name__ == "__main__":
    main()
