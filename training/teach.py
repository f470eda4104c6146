"""Teaches anew, with whatever widgets there are now: `python teach.py MODEL.gguf FOLDER`. All that is in between is kept in the folder, and
is made again only where the widgets or the data have changed since, so that it can be stopped and called again; the adapter is
`FOLDER/adapter.gguf`, whose SHA-256 is printed."""

import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def sources():
    """What all that is taught is made of, in a few letters."""
    files = [*HERE.rglob("data/**/*.*"), *HERE.glob("*.py"), *HERE.parent.glob("js/widgets/*/recipe.md")]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(str(path.relative_to(HERE.parent)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def main():
    says = argparse.ArgumentParser(description=__doc__)
    says.add_argument("gguf", type=pathlib.Path)
    says.add_argument("folder", type=pathlib.Path)
    says.add_argument("--worlds", default="130", help="databases that are invented")
    says.add_argument("--choices", default="900", help="lists of all that there is; with fewer databases widgets and tools have the greater part")
    says.add_argument("--minutes", default="1e9", help="stop teaching after so many; called again it goes on")
    says.add_argument("--epochs", default="1")
    says.add_argument("--new", default="", help="widgets that the adapter to begin with was not taught, with commas between: most is then about these")
    says.add_argument("--begin", type=pathlib.Path, default=HERE.parent / "composer" / "composer.gguf", help="an adapter to begin with")
    given = says.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    alike, examples, run = (given.folder / name for name in ("alike.pt", "examples.jsonl", "run"))

    made_of, now = given.folder / "made-of.txt", sources()
    if not made_of.exists() or made_of.read_text() != now:
        for path in (alike, examples):
            path.unlink(missing_ok=True)
        shutil.rmtree(run, ignore_errors=True)
        made_of.write_text(now)

    def call(script, *arguments):
        subprocess.run([sys.executable, HERE / script, given.gguf, *arguments], check=True)

    if not alike.exists():
        call("alike.py", alike)
    if not examples.exists():
        call("examples.py", alike, examples, "--worlds", given.worlds, "--choices", given.choices)
    compiled = ["--compiled"] if shutil.which("c++") or shutil.which("g++") else []
    call("train.py", examples, run, "--begin", given.begin, "--epochs", given.epochs, "--minutes", given.minutes, "--new", given.new, *compiled)
    call("export.py", run / "checkpoint.pt", alike, given.folder / "adapter.gguf")
    print("SHA-256", hashlib.sha256((given.folder / "adapter.gguf").read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
