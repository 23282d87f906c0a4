#!/usr/bin/env python3
"""Draws docs/wiring.svg, the wiring of the board: python3 docs/wiring/draw.py"""

from pathlib import Path

WIDE, HIGH = 1180, 1000
INK, WIRE, ROW, COLUMN, VIDEO, KEY = "#222", "#555", "#b5451b", "#1b5fb5", "#2c7a2c", "#7a2c7a"
parts = []


def add(text):
    parts.append(text)


def line(*points, colour=WIRE, width=2):
    path = " ".join(f"{x},{y}" for x, y in points)
    add(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')


def dot(x, y, colour=WIRE):
    add(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>')


def text(x, y, words, size=14, anchor="start", colour=INK, weight="normal"):
    add(f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">{words}</text>')


def box(x, y, w, h, fill="#fff", stroke=INK):
    add(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="5" fill="{fill}" stroke="{stroke}" stroke-width="2"/>')


def resistor(x, y, value, colour, length=70):
    """From (x, y) to the right."""
    line((x, y), (x + 12, y), colour=colour)
    add(f'<rect x="{x + 12}" y="{y - 6}" width="{length - 24}" height="12" fill="#fff" stroke="{colour}" stroke-width="2"/>')
    line((x + length - 12, y), (x + length, y), colour=colour)
    text(x + length / 2, y - 9, value, 11, "middle")


def reed(x, y, colour):
    """A normally open contact, from (x, y) down to (x, y + 30)."""
    line((x, y), (x, y + 8), colour=colour)
    line((x, y + 24), (x, y + 30), colour=colour)
    dot(x, y + 8, colour)
    line((x, y + 24), (x + 9, y + 9), colour=colour)


def diode(x, y, colour):
    """Anode at (x, y), cathode at (x, y + 26): current flows down."""
    line((x, y), (x, y + 7), colour=colour)
    add(f'<polygon points="{x - 7},{y + 7} {x + 7},{y + 7} {x},{y + 19}" fill="{colour}"/>')
    line((x - 7, y + 19), (x + 7, y + 19), colour=colour, width=3)
    line((x, y + 19), (x, y + 26), colour=colour)


def diode_right(x, y, colour):
    """Anode at (x, y), cathode at (x + 26, y)."""
    line((x, y), (x + 7, y), colour=colour)
    add(f'<polygon points="{x + 7},{y - 7} {x + 7},{y + 7} {x + 19},{y}" fill="{colour}"/>')
    line((x + 19, y - 7), (x + 19, y + 7), colour=colour, width=3)
    line((x + 19, y), (x + 26, y), colour=colour)


# The Pico, with its pins in the order in which they are wired here.
box(30, 60, 190, 910, "#f2f7f2")
text(125, 92, "Raspberry Pi Pico", 18, "middle", weight="bold")
text(125, 114, "(number of the pin on the board)", 11, "middle")


def pin(y, name, number, colour):
    text(212, y - 6, f"{name}  ({number})", 12, "end", colour)
    dot(220, y, colour)


# Rows and the matrix.
ROWS = [(0, 1), (1, 2), (7, 10)]
row_y = {0: 190, 1: 300, 7: 440}
column_x = {8: 520, 9: 640, 15: 820}
for gpio, number in ROWS:
    y = row_y[gpio]
    pin(y, f"GPIO{gpio}", number, ROW)
    line((220, y), (290, y), colour=ROW)
    resistor(290, y, "330", ROW)
    line((360, y), (930, y), colour=ROW)
    text(940, y + 5, f"row {gpio}: rank {gpio + 1}", 14, colour=ROW)
    for column, x in column_x.items():
        dot(x - 34, y, ROW)
        reed(x - 34, y, ROW)
        diode(x - 34, y + 30, COLUMN)
        line((x - 34, y + 56), (x - 34, y + 66), (x, y + 66), colour=COLUMN)
        dot(x, y + 66, COLUMN)
text(125, 372, "GPIO2 to GPIO6  (4 to 9)", 12, "middle", ROW)
text(436, 394, "rows 2 to 6 in the same way: 64 reeds, 64 diodes", 13)
for (gpio, number), x in zip([(8, 11), (9, 12), (15, 20)], column_x.values()):
    y = {8: 560, 9: 585, 15: 635}[gpio]
    pin(y, f"GPIO{gpio}", number, COLUMN)
    line((x, 168), (x, y), (220, y), colour=COLUMN)
    text(x, 163, f"column {'abh'[[8, 9, 15].index(gpio)]}", 13, "middle", COLUMN)
text(125, 612, "GPIO10 to GPIO14  (14 to 19)", 12, "middle", COLUMN)
text(560, 612, "columns c to g in the same way", 13)
text(240, 655, "columns: the chip's own pull-down resistors", 11)

# The keypad: rows 0 to 2, each by a diode; column 22.
box(990, 44, 170, 124, "#fbf4fb")
text(1075, 60, "Keypad: 2, 5, 8 of a 3x4 pad", 10, "middle")
for key, (source, x, y) in zip("258", [(190, 380, 80), (300, 400, 112), (372, 420, 144)]):
    if source != 372:
        dot(x, source, ROW)
        line((x, source), (x, y), (940, y), colour=ROW)
    else:
        line((x, 360), (x, y), (940, y), colour=ROW)
        text(x + 6, 356, "row 2", 11, colour=ROW)
    diode_right(940, y, KEY)
    line((966, y), (1030, y), colour=KEY)
    box(1030, y - 12, 28, 24, "#fff", KEY)
    text(1044, y + 5, key, 15, "middle", KEY)
    line((1058, y), (1110, y), colour=KEY)
line((1110, 80), (1110, 690), (220, 690), colour=KEY)
for y in (80, 112, 144):
    dot(1110, y, KEY)
pin(690, "GPIO22", 29, KEY)

# VGA.
box(640, 715, 250, 245, "#f2f7fb")
text(765, 738, "VGA socket (DE-15)", 15, "middle", weight="bold")
lines = [
    ("GPIO21", 27, 745, "330", 755, "1  red"),
    ("GPIO20", 26, 775, "330", 785, "3  blue"),
    ("GPIO19", 25, 805, "330", 815, "2  green"),
    ("GPIO18", 24, 835, "470", 815, None),
    ("GPIO16", 21, 865, None, 855, "13  hsync"),
    ("GPIO17", 22, 895, None, 885, "14  vsync"),
]
for name, number, y, value, end, label in lines:
    pin(y, name, number, VIDEO)
    if value:
        line((220, y), (330, y), colour=VIDEO)
        resistor(330, y, value, VIDEO)
        line((400, y), (560 if label else 520, y), *([(560, end), (640, end)] if label else [(520, 805)]), colour=VIDEO)
    else:
        line((220, y), (560, y), (560, end), (640, end), colour=VIDEO)
    if label:
        dot(640, end, VIDEO)
        text(652, end + 5, label, 14)
dot(520, 805, VIDEO)
text(430, 800, "high", 11)
text(430, 830, "low", 11)
line((220, 955), (580, 955), (580, 940), (640, 940), colour=INK)
dot(640, 940, INK)
text(652, 945, "5 to 8, 10  ground", 14)
text(212, 949, "GND  (3, 8, ...)", 12, "end")
dot(220, 955, INK)

# The buzzer.
box(960, 760, 190, 110, "#fffaf0")
text(1055, 784, "Buzzer (passive piezo)", 14, "middle", weight="bold")
pin(925, "GPIO26", 31, INK)
line((220, 925), (610, 925), (610, 705), (920, 705), (920, 815), colour=INK)
resistor(920, 815, "100", INK, 60)
add(f'<circle cx="1030" cy="815" r="18" fill="none" stroke="{INK}" stroke-width="2"/>')
line((980, 815), (1012, 815), colour=INK)
line((1048, 815), (1100, 815), (1100, 840), colour=INK)
line((1086, 840), (1114, 840), colour=INK, width=3)
line((1092, 846), (1108, 846), colour=INK)

text(30, 36, "Wiring of the board: resistors in ohm; the bar of a diode (1N4148) is its band", 18, weight="bold")
text(960, 900, "A reed closes while a magnet", 12)
text(960, 918, "stands above it.", 12)

svg = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
    f'font-family="DejaVu Sans, Arial, sans-serif">\n<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>\n'
    + "\n".join(parts)
    + "\n</svg>\n"
)
Path(__file__).resolve().parent.parent.joinpath("wiring.svg").write_text(svg)
