"""Draws what is right after so many steps: `python curves.py curves.json ../composer/curves.svg`. In the file stands for each kind of wish how
many there are, and then pairs of steps and how many are right (`tests/eval/composer/run.mjs`)."""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

# The same picture for the same figures.
plt.rcParams.update({"svg.hashsalt": "curves", "axes.spines.top": False, "axes.spines.right": False, "font.size": 9})


def main():
    read, drawn = sys.argv[1:]
    figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
    for kind, (of, *points) in json.loads(pathlib.Path(read).read_text()).items():
        axes.plot([steps for steps, _ in points], [100 * right / of for _, right in points], marker="o", markersize=3, label=f"{kind} ({of})")
    axes.set(xlabel="steps of training", ylabel="right, %", ylim=(0, 100))
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(drawn, metadata={"Date": None})


if __name__ == "__main__":
    main()
