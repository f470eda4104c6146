"""How alike words are in what they mean, in any language: by the model's own vectors of their tokens, which cost nothing to look up.
The page asks its engine the same (`engine/src/session/likeness.rs`)."""

import torch

from model import Weights, tokenizer

# The middle of all vectors, which says nothing, is taken from each: of every so-manieth token.
STEP = 13


class Likeness:
    """Cosines between words."""

    def __init__(self, embedding, encode):
        """`embedding`: a row for each token; `encode`: a text as tokens."""
        self.embedding, self.encode, self.known = embedding, encode, {}
        self.middle = torch.nn.functional.normalize(embedding[::STEP].float(), dim=-1).mean(0)

    @classmethod
    def of(cls, gguf, cache):
        """Of a model's file; `cache` is a folder for its tokenizer."""
        return cls(Weights(str(gguf), cache / "weights.pt").tensor("token_embd.weight"), tokenizer(gguf, cache))

    def vector(self, word):
        if word not in self.known:
            # A word inside a sentence: as one begins, or as a name does, whichever the vocabulary knows in fewer pieces.
            ids = min((self.encode(" " + form) for form in (word, word[:1].upper() + word[1:])), key=len)
            rows = torch.nn.functional.normalize(self.embedding[ids].float(), dim=-1)
            self.known[word] = torch.nn.functional.normalize(rows.mean(0) - self.middle, dim=-1)
        return self.known[word]

    def __call__(self, words, others):
        """A row for each of `words`, in it a number for each of `others`."""
        if not words or not others:
            return [[] for _ in words]
        vectors = [torch.stack([self.vector(word) for word in list]) for list in (words, others)]
        return (vectors[0] @ vectors[1].T).tolist()


if __name__ == "__main__":
    import json
    import pathlib
    import sys

    # What a browser's engine is held to: `python likeness.py MODEL.gguf CACHE > ../engine/tests/golden/likeness.json`.
    words = ["delay", "money", "ventas", "Raum", "women", "durée", "gutschriften", "the"]
    others = ["verspätung", "revenue", "sales", "room", "sex", "minutes", "credit", "delay"]
    model, cache = map(pathlib.Path, sys.argv[1:])
    alike = [[round(score, 3) for score in row] for row in Likeness.of(model, cache)(words, others)]
    print(json.dumps({"words": words, "others": others, "alike": alike}, ensure_ascii=False))
