# Dray from Python, with the standard library only: create an order, retry safely, take over the export list, verify a webhook.
#
#   BASE=https://dray.example.com TOKEN=… python3 dray.py ORDER-1
#
# With a message of a webhook on standard input and its headers in WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE and the
# secret in WEBHOOK_SECRET, it also tells whether the message is genuine.
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
    """The service has answered, and will not answer otherwise if it is asked again."""


def call(method, path, body=None, idempotency_key=None):
    """Sends a request until it is answered. All tries of a POST have the same Idempotency-Key, so it takes effect once."""
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
            # The connection was lost: nobody knows whether the request arrived. Repeating it is safe.
            if attempt == TRIES:
                raise
        time.sleep(wait + random.uniform(0, wait))
        wait *= 2


def create(order):
    # The same key for the same order, also after a restart. Hashed, as a header may not have every sign of it.
    idempotency_key = "create-" + hashlib.sha256(order["key"].encode()).hexdigest()
    return call("POST", "/v1/consignment", order, idempotency_key)["consignmentId"]


def take_over_export(take_over):
    """Hands each order on the export list to `take_over`, and acknowledges what was read."""
    while True:
        entries = call("GET", "/v1/export/consignments?detail=true&limit=100")
        for entry in entries:
            take_over(call("GET", "/v1/consignment/" + urllib.parse.quote(entry["consignmentId"])))
        if not entries:
            return
        read = [{name: entry[name] for name in ("consignmentId", "version", "reason")} for entry in entries]
        # Orders that have changed, or were released, since stay on the list, and come again.
        call("POST", "/v1/export/consignments/acknowledge", {"consignments": read})


def is_genuine(secret, headers, body):
    """`body` are the bytes as they arrived."""
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
