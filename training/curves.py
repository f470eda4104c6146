"""Draws what training and rank bring: `python curves.py curves.json ../composer/curves.svg`. In the file stands under `steps`, for each kind of
wish, how many there are, and then pairs of steps and how many are right (`tests/eval/composer/run.mjs`); under `ranks`, for each, pairs of
steps and the running loss (`loss.txt` of a run of less than one epoch: every example is new to it), and how many of all wishes are right then."""

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
    found = json.loads(pathlib.Path(read).read_text())
    figure, (right, loss) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained", width_ratios=[3, 2])
    for kind, (of, *points) in found["steps"].items():
        right.plot([steps for steps, _ in points], [100 * count / of for _, count in points], marker="o", markersize=3, label=f"{kind} ({of})")
    right.set(xlabel="steps of training", ylabel="right, %", ylim=(0, 100))
    right.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    for rank, run in found["ranks"].items():
        steps, values = zip(*run["loss"])
        loss.plot(steps, values, marker="o", markersize=3, label=f"rank {rank}: {run['right']} right")
    loss.set(xlabel="steps from nothing", ylabel="running loss, nats a token", ylim=(0, None))
    loss.legend(frameon=False, fontsize=8)
    figure.savefig(drawn, metadata={"Date": None})


if __name__ == "__main__":
    main()
