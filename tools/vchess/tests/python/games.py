"""Whole games with a UCI engine by python-chess: games.py GAMES LEVELS COMMAND...

Fails on anything that python-chess complains of: an illegal move, a line it does not understand, a missing answer.
"""

import logging
import random
import sys

import chess
import chess.engine
import chess.pgn

COMPLAINTS = []


class Complaints(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            COMPLAINTS.append(record.getMessage())


logging.getLogger("chess").addHandler(Complaints())


def play(engine, number, level, plies):
    dice = random.Random(number)
    board = chess.Board()
    colour = number % 2 == 0
    engine.configure({"Level": level, "Seed": "advancing" if number % 3 == 0 else str(dice.randrange(256))})
    infos = 0
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < plies:
        if board.turn == colour:
            limit = dice.choice(
                [
                    chess.engine.Limit(time=0.5),
                    chess.engine.Limit(depth=2),
                    chess.engine.Limit(nodes=5000),
                    chess.engine.Limit(white_clock=10, black_clock=10, white_inc=0.1, black_inc=0.1),
                ]
            )
            result = engine.play(board, limit, game=number, info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, (board.fen(), result.move)
            if "score" in result.info and result.info.get("nodes"):
                assert {"depth", "nps", "time"} <= result.info.keys(), result.info
                infos += 1
            board.push(result.move)
        else:
            board.push(dice.choice(list(board.legal_moves)))
    assert infos > 0, "no info line in a whole game"
    return board


def main():
    games, levels, command = int(sys.argv[1]), [int(level) for level in sys.argv[2].split(",")], sys.argv[3:]
    plies = 0
    ends = {}
    with chess.engine.SimpleEngine.popen_uci(command, timeout=30) as engine:
        assert engine.id["name"].startswith("Video Chess"), engine.id
        assert engine.options["Level"].max == 8 and engine.options["Level"].min == 1
        for number in range(games):
            board = play(engine, number, levels[number % len(levels)], 200)
            plies += len(board.move_stack)
            outcome = board.outcome(claim_draw=True)
            name = outcome.termination.name if outcome else "LIMIT"
            ends[name] = ends.get(name, 0) + 1
        engine.ping()
        # Analysis goes on until it is stopped.
        board = chess.Board()
        board.push_uci("e2e4")
        engine.configure({"Level": 7})
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("pv"):
                    assert info["pv"][0] in board.legal_moves
                if info.get("nodes", 0) > 1:
                    break
        engine.ping()
        engine.play(chess.Board(), chess.engine.Limit(time=0.1), ponder=True)
        engine.ping()
    assert not COMPLAINTS, COMPLAINTS
    print(f"{games} games, {plies} plies, {ends}")


main()
