# Uses Dray from Python, with the standard library only.
# Creates an order, retries safely, fetches the export list and verifies a webhook.
#
#   BASE=https://dray.example.com TOKEN=… python3 dray.py ORDER-1
#
# To verify a webhook message, send its body to standard input. Put its headers into WEBHOOK_ID, WEBHOOK_TIMESTAMP and
# WEBHOOK_SIGNATURE, and the secret into WEBHOOK_SECRET. The program then prints whether the message is genuine.
import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["BASE"].rstrip("/")
TOKEN = os.environ["TOKEN"]
TRIES = 6


class Refused(Exception):
    """An error response that a repeat of the request does not change."""


def call(method, path, body=None, idempotency_key=None):
    """Sends a request. Repeats it after a lost connection, 429 or 503, with the same Idempotency-Key."""
    headers = {"Authorization": "Bearer " + TOKEN, "Accept": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    wait = 0.2
    for attempt in range(1, TRIES + 1):
        try:
            request = urllib.request.Request(BASE + path, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer).get("data")
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == TRIES:
                raise Refused(f"{error.code}: {error.read().decode()}") from None
            wait = max(wait, float(error.headers.get("Retry-After") or 0))
        except (OSError, http.client.HTTPException):
            # The connection was lost, so the request may have arrived. A repeat is safe.
            if attempt == TRIES:
                raise
        time.sleep(wait + random.uniform(0, wait))
        wait *= 2


def create(order):
    # The idempotency key of an order is the same after a restart. It contains a hash of the order key, because
    # an order key may contain characters that a header does not allow.
    idempotency_key = "create-" + hashlib.sha256(order["key"].encode()).hexdigest()
    return call("POST", "/v1/consignment", order, idempotency_key)["consignmentId"]


def take_over_export(take_over):
    """Passes each order on the export list to `take_over`, and acknowledges the entries that it has read."""
    while True:
        entries = call("GET", "/v1/export/consignments?detail=true&limit=100")
        for entry in entries:
            take_over(call("GET", "/v1/consignment/" + urllib.parse.quote(entry["consignmentId"])))
        if not entries:
            return
        read = [{name: entry[name] for name in ("consignmentId", "version", "reason")} for entry in entries]
        # Orders that changed or were released since the read stay on the list. The next round reads them again.
        call("POST", "/v1/export/consignments/acknowledge", {"consignments": read})


def is_genuine(secret, headers, body):
    """Returns whether a webhook message is genuine. `body` contains the received bytes, unchanged."""
    message_id, timestamp, signatures = (headers["webhook-" + name] for name in ("id", "timestamp", "signature"))
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in signatures.split())


if __name__ == "__main__":
    created = create(
        {
            "key": sys.argv[1],
            "type": "delivery",
            "consigneeAddress": {
                "company": "Café Example",
                "line1": "1 High Street",
                "city": "London",
                "postalCode": "N1 1AA",
                "country": "GB",
            },
        }
    )
    print("created", created)
    take_over_export(lambda order: print("exported", order["key"]))
    if "WEBHOOK_SECRET" in os.environ:
        given = {"webhook-" + name: os.environ["WEBHOOK_" + name.upper()] for name in ("id", "timestamp", "signature")}
        print("genuine" if is_genuine(os.environ["WEBHOOK_SECRET"], given, sys.stdin.buffer.read()) else "forged")
