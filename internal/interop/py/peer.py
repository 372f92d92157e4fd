"""What both scripts share: one JSON value in, one JSON value out."""

import json
import sys

from importlib.metadata import version


def run(answer):
    """Answers each of the jobs on standard input; one that raises, with its error."""
    results = []
    for job in json.load(sys.stdin)['jobs']:
        try:
            results.append(answer(job))
        except Exception as e:  # noqa: BLE001
            results.append({'error': f'{type(e).__name__}: {e}'})
    versions = f'{version("a2a-sdk")}, PyJWT {version("PyJWT")}'
    json.dump({'version': versions, 'results': results}, sys.stdout)
