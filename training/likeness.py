"""How alike words are in what they mean, in any language: by the model's own vectors of their tokens, which cost nothing to look up,
as two small matrices see them that were taught which words of wishes mean which names (`alike.py`). The page asks its engine the same
(`engine/src/session/likeness.rs`)."""

import torch
import torch.nn.functional as F

from model import Weights, tokenizer

# The middle of all vectors, which says nothing, is taken from each: of every so-manieth token.
STEP = 13


class Likeness:
    """Cosines between words."""

    def __init__(self, embedding, encode, taught=None):
        """`embedding`: a row for each token; `encode`: a text as tokens; `taught`: what `alike.py` keeps."""
        self.embedding, self.encode, self.taught, self.known = embedding, encode, taught, {}
        self.middle = F.normalize(embedding[::STEP].float(), dim=-1).mean(0)

    @classmethod
    def of(cls, gguf, cache, taught=None):
        """Of a model's file; `cache` is a folder for its tokenizer, `taught` a file of `alike.py`."""
        kept = torch.load(taught, weights_only=True) if taught else None
        return cls(Weights(str(gguf), cache / "weights.pt").tensor("token_embd.weight"), tokenizer(gguf, cache), kept)

    def vector(self, word):
        if word not in self.known:
            # A word inside a sentence: as one begins, or as a name does, whichever the vocabulary knows in fewer pieces.
            ids = min((self.encode(" " + form) for form in (word, word[:1].upper() + word[1:])), key=len)
            rows = F.normalize(self.embedding[ids].float(), dim=-1)
            self.known[word] = F.normalize(rows.mean(0) - self.middle, dim=-1)
        return self.known[word]

    def __call__(self, words, others):
        """A row for each of `words`, in it a number for each of `others`."""
        if not words or not others:
            return [[] for _ in words]
        said, names = (torch.stack([self.vector(word) for word in list]) for list in (words, others))
        if not self.taught:
            return (said @ names.T).tolist()
        return seen(said, names, *(self.taught[part].float() for part in ("words", "names", "gate"))).tolist()


def seen(said, names, of_words, of_names, gate):
    """How alike vectors of words and of names are, as taught matrices see them: a cosine, times how much the word says at all."""
    telling = torch.sigmoid(said @ gate[:-1] + gate[-1])
    return F.normalize(said @ of_words.T, dim=-1) * telling[:, None] @ F.normalize(names @ of_names.T, dim=-1).T


if __name__ == "__main__":
    import json
    import pathlib
    import sys

    # What the engine is held to: `python likeness.py MODEL.gguf CACHE ALIKE.pt > ../engine/tests/golden/likeness.json`.
    words = ["delay", "money", "ventas", "Raum", "women", "durée", "gutschriften", "the"]
    others = ["verspätung", "revenue", "sales", "room", "sex", "minutes", "credit", "delay"]
    model, cache, taught = map(pathlib.Path, sys.argv[1:])
    rows = lambda likeness: [[round(score, 3) for score in row] for row in likeness(words, others)]
    found = {"alike": rows(Likeness.of(model, cache)), "taught": rows(Likeness.of(model, cache, taught))}
    print(json.dumps({"words": words, "others": others, **found}, ensure_ascii=False))
