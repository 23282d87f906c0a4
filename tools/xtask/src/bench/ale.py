"""Measures the Arcade Learning Environment: frames per second of three cartridges, and cycles per second while
Video Chess thinks about the longest of some recorded replies. Prints one JSON object. With RAM, 128 bytes in hex as
they are in the frame before a search, measures only how long this search takes, and says what it replies.

    python3 ale.py FOLDER_WITH_CARTRIDGES RECORDS.jsonl.gz [RAM]
"""
import gzip
import json
import sys
import time

from ale_py import Action, ALEInterface, LoggerMode

ROUNDS, ROUND, FRAME_SKIP = 5, 0.4, 100
STEP = 0xF3 - 0x80


def machine(rom, mode=0, frame_skip=1):
    ALEInterface.setLoggerMode(LoggerMode.Error)
    ale = ALEInterface()
    ale.setFloat("repeat_action_probability", 0.0)
    ale.setInt("random_seed", 1)
    ale.setInt("frame_skip", frame_skip)
    ale.loadROM(rom)
    ale.setMode(mode)
    ale.reset_game()
    return ale


def frames_per_second(rom):
    # Every frame is drawn; the copy for agents is made once in FRAME_SKIP.
    ale = machine(rom, frame_skip=FRAME_SKIP)
    ale.act(Action.NOOP)
    frames, start = 0, time.perf_counter()
    while time.perf_counter() - start < ROUND:
        ale.act(Action.NOOP)
        frames += FRAME_SKIP
    seconds = time.perf_counter() - start
    assert not ale.game_over(), "after the end of a game no frames are made"
    return frames / seconds


def cycles_per_second(rom, record):
    ale = machine(rom, record["level"] - 1)
    for _ in range(100):
        ale.act(Action.NOOP)
    for index, byte in enumerate(bytes.fromhex(record["ram_before"])):
        ale.setRAM(index, byte)
    start = time.perf_counter()
    while ale.getRAM()[STEP] != 0x80:
        ale.act(Action.NOOP)
    seconds = time.perf_counter() - start
    assert bytes(ale.getRAM()).hex() == record["ram_after"], "the reply is not the recorded one"
    return record["cycles"] / seconds


def reply(rom, ram):
    ale = machine(rom)
    for _ in range(100):
        ale.act(Action.NOOP)
    for index, byte in enumerate(bytes.fromhex(ram)):
        ale.setRAM(index, byte)
    start = time.perf_counter()
    while ale.getRAM()[STEP] != 0x80:
        ale.act(Action.NOOP)
    return {"seconds": time.perf_counter() - start, "reply": [int(byte) for byte in ale.getRAM()[0x59:0x5b]]}


def best(measure, *arguments):
    return max(measure(*arguments) for _ in range(ROUNDS))


def main():
    folder, records, *ram = sys.argv[1:]
    if ram:
        print(json.dumps(reply(f"{folder}/video_chess.bin", ram[0])))
        return
    with gzip.open(records, "rt") as lines:
        record = max(map(json.loads, lines), key=lambda record: record["cycles"])
    names = ["video_chess", "breakout", "pitfall"]
    print(json.dumps({
        "frames_per_second": {name: best(frames_per_second, f"{folder}/{name}.bin") for name in names},
        "thinking_cycles_per_second": best(cycles_per_second, f"{folder}/video_chess.bin", record),
    }))


main()
