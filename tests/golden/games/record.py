"""Records games against Video Chess as an independent emulator plays it: games.jsonl.

Needs the packages ale-py 0.12.1 and chess of PyPI. The human's moves are seeded random ones that prefer captures;
they are entered with the emulated joystick, and everything else is read from the emulated machine's RAM.

    python3 record.py video_chess.bin > games.jsonl
"""
import json
import random
import sys

import chess
from ale_py import ALEInterface, Action, LoggerMode

CURSOR, FRAME, STEP, COUNTDOWN, ILLEGAL, OUTCOME, LEVEL = (a - 0x80 for a in (0xDD, 0xD3, 0xF3, 0xF4, 0xF5, 0xEE, 0xEA))
SOURCE, TARGET, PIECE = (a - 0x80 for a in (0xD9, 0xDA, 0xDB))
STEPS = {
    (0, -1): Action.UP, (0, 1): Action.DOWN, (-1, 0): Action.LEFT, (1, 0): Action.RIGHT,
    (-1, -1): Action.UPLEFT, (1, -1): Action.UPRIGHT, (-1, 1): Action.DOWNLEFT, (1, 1): Action.DOWNRIGHT,
}


class Machine:
    def __init__(self, rom, level):
        ALEInterface.setLoggerMode(LoggerMode.Error)
        self.ale = ALEInterface()
        self.ale.setFloat("repeat_action_probability", 0.0)
        self.ale.setInt("random_seed", 1)
        self.ale.loadROM(rom)
        self.ale.setMode(level - 1)
        self.ale.reset_game()
        assert self.ram()[LEVEL] == level - 1

    def ram(self):
        return self.ale.getRAM()

    def hold(self, action, done, patience=2000):
        for _ in range(patience):
            self.ale.act(action)
            if done(self.ram()):
                self.ale.act(Action.NOOP)
                return
        raise RuntimeError("the program does not obey")

    def point_at(self, square):
        while (cursor := int(self.ram()[CURSOR])) != square:
            sign = lambda d: (d > 0) - (d < 0)
            step = sign(square % 8 - cursor % 8), sign(square // 8 - cursor // 8)
            self.hold(STEPS[step], lambda ram: ram[CURSOR] != cursor)

    def move(self, source, target):
        """Enters a move; returns the program's reply, None if it has none, and the frame counter it was thought with."""
        if self.ram()[STEP] & 0x80:
            self.hold(Action.RIGHT, lambda ram: ram[STEP] == 0)
        self.hold(Action.NOOP, lambda ram: ram[STEP] == 0 and ram[COUNTDOWN] == 0)
        self.point_at(source)
        self.hold(Action.FIRE, lambda ram: ram[STEP] == 1)
        self.point_at(target)
        self.hold(Action.NOOP, lambda ram: ram[COUNTDOWN] == 0)
        assert self.ram()[ILLEGAL] == 0, (source, target)
        self.hold(Action.FIRE, lambda ram: ram[STEP] == 0xC0)
        frame = None
        for _ in range(1_000_000):
            before = int(self.ram()[FRAME])
            self.ale.act(Action.NOOP)
            ram = self.ram()
            if ram[STEP] == 0x80:
                return ram, before
        raise RuntimeError("the program thinks for too long")


def index(square):
    return 8 * (7 - chess.square_rank(square)) + chess.square_file(square)


def name(i):
    return chess.square_name(chess.square(i % 8, 7 - i // 8))


def game(rom, level, seed, replies):
    rng = random.Random(seed)
    machine, board, number = Machine(rom, level), chess.Board(), 0
    while number < replies and not board.is_game_over():
        moves = [m for m in board.legal_moves if not m.promotion and not board.is_castling(m) and not board.is_en_passant(m)]
        if not moves:
            return
        captures = [m for m in moves if board.is_capture(m)]
        move = rng.choice(captures if captures and rng.random() < 0.6 else moves)
        board.push(move)
        for _ in range(rng.randrange(200)):
            machine.ale.act(Action.NOOP)
        ram, d3 = machine.move(index(move.from_square), index(move.to_square))
        source, target = int(ram[SOURCE]) & 0x3F, int(ram[TARGET]) & 0x3F
        reply = "" if ram[SOURCE] == ram[TARGET] else name(source) + name(target)
        if reply and target >= 56 and ram[target] & 15 == 6:
            reply += "?qbnr"[ram[PIECE] - 1 & 7] if ram[PIECE] & 7 else "?"
        number += 1
        yield {"id": f"ale-L{level}-{seed}/{number}", "level": level, "human": "white", "moves": [m.uci() for m in board.move_stack],
               "d3": d3, "reply": reply}
        if not reply or chess.Move.from_uci(reply) not in board.legal_moves:
            return
        board.push_uci(reply)


def main():
    rom = sys.argv[1]
    for level, seed, replies in [(1, 11, 16), (1, 12, 16), (1, 13, 16), (2, 21, 12), (2, 22, 12), (2, 23, 12), (3, 31, 8), (3, 32, 8), (3, 33, 8)]:
        for record in game(rom, level, seed, replies):
            print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
