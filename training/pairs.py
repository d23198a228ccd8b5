"""
Makes pairs.tsv.xz: sentences of the Tatoeba project (CC BY 2.0 FR) with their English translation.

python3 training/pairs.py de=deu.txt fr=fra.txt … [--each 18200]

A file holds lines `English<TAB>other language…`, as in the archives of manythings.org/anki, or a JSON list of such pairs. README.md
names the files it was made of.
"""
import argparse
import collections
import json
import lzma
import random
import re
import unicodedata

from data import HERE

SCRIPTS = {'ja': '[\u3040-\u30ff\u4e00-\u9fff]'}
FOREIGN_SCRIPT = '[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]'


def read_pairs(path):
    with open(path, encoding='utf-8-sig') as file:
        if path.endswith('.json'):
            return [tuple(pair) for pair in json.load(file)]
        return [tuple(line.rstrip('\r\n').split('\t')[:2]) for line in file if '\t' in line]


def clean(text):
    plain = unicodedata.normalize('NFC', text).replace('\xa0', ' ').replace('\u202f', ' ')
    return re.sub(r'[ \t\u200b\ufeff\u00ad]+', ' ', plain).strip()


def is_usable(language, english, text):
    if not 3 <= len(english.split()) <= 25 or not text or text.lower() == english.lower():
        return False
    if not (english + text).isprintable() or '\ufffd' in english + text:
        return False
    if language in SCRIPTS:
        return bool(re.search(SCRIPTS[language], text))
    return 0.4 <= len(text) / len(english) <= 2.5 and not re.search(FOREIGN_SCRIPT, text)


def chosen(language, path, each):
    """Sentences of five words and more first, and of those each English sentence once before a second translation of it."""
    rows = read_pairs(path)
    random.Random(18).shuffle(rows)
    seen, uses, found = set(), collections.Counter(), []
    for english, text in ((clean(a), clean(b)) for a, b in rows):
        if text in seen or not is_usable(language, english, text):
            continue
        seen.add(text)
        found.append((len(english.split()) < 5, uses[english], len(found), english, text))
        uses[english] += 1
    return sorted(f'{language}\t{english}\t{text}\n' for *_, english, text in sorted(found)[:each])


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('sources', nargs='+')
    parser.add_argument('--each', type=int, default=18200)
    args = parser.parse_args()
    with lzma.open(f'{HERE}/pairs.tsv.xz', 'wt', encoding='utf8', preset=9) as file:
        for source in sorted(args.sources):
            file.writelines(chosen(*source.split('=', 1), args.each))
