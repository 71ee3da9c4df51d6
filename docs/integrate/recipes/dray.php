<?php
// Uses Dray from PHP 8, without extensions.
// Creates an order, retries safely, fetches the export list and verifies a webhook.
//
//   BASE=https://dray.example.com TOKEN=… php dray.php ORDER-1
//
// To verify a webhook message, send its body to standard input. Put its headers into WEBHOOK_ID, WEBHOOK_TIMESTAMP and
// WEBHOOK_SIGNATURE, and the secret into WEBHOOK_SECRET. The program then prints whether the message is genuine.
declare(strict_types=1);

const TRIES = 6;

/** Sends a request. Repeats it after a lost connection, 429 or 503, with the same Idempotency-Key. */
function call(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): mixed
{
    $headers = ['Authorization: Bearer ' . getenv('TOKEN'), 'Accept: application/json'];
    if ($idempotencyKey !== null) {
        $headers[] = 'Idempotency-Key: ' . $idempotencyKey;
    }
    $options = ['method' => $method, 'timeout' => 30, 'ignore_errors' => true];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $options['header'] = $headers;
    $wait = 0.2;
    for ($attempt = 1; ; $attempt++) {
        $http_response_header = [];
        $text = @file_get_contents(rtrim(getenv('BASE'), '/') . $path, false, stream_context_create(['http' => $options]));
        preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0] ?? '', $found);
        $status = (int) ($found[1] ?? 0);
        $answer = $text === false ? null : json_decode($text, true);
        if ($status >= 200 && $status < 300 && is_array($answer)) {
            return $answer['data'] ?? null;
        }
        // Without a complete response, the request may have arrived. A repeat is safe.
        $mayRepeat = $status === 0 || $status === 429 || $status === 503 || ($status < 300 && $answer === null);
        if (!$mayRepeat || $attempt === TRIES) {
            throw new RuntimeException("$method $path: $status $text");
        }
        foreach ($http_response_header as $line) {
            if (preg_match('~^Retry-After: (\d+)$~i', $line, $found)) {
                $wait = max($wait, (float) $found[1]);
            }
        }
        usleep((int) (1_000_000 * $wait * (1 + mt_rand() / mt_getrandmax())));
        $wait *= 2;
    }
}

function create(array $order): string
{
    // The idempotency key of an order is the same after a restart. It contains a hash of the order key, because
    // an order key may contain characters that a header does not allow.
    return call('POST', '/v1/consignment', $order, 'create-' . hash('sha256', $order['key']))['consignmentId'];
}

/** Passes each order on the export list to $takeOver, and acknowledges the entries that it has read. */
function takeOverExport(callable $takeOver): void
{
    while ($entries = call('GET', '/v1/export/consignments?detail=true&limit=100')) {
        $read = [];
        foreach ($entries as $entry) {
            $takeOver(call('GET', '/v1/consignment/' . rawurlencode($entry['consignmentId'])));
            $read[] = array_intersect_key($entry, array_flip(['consignmentId', 'version', 'reason']));
        }
        // Orders that changed or were released since the read stay on the list. The next round reads them again.
        call('POST', '/v1/export/consignments/acknowledge', ['consignments' => $read]);
    }
}

/** Returns whether a webhook message is genuine. $body is the text from file_get_contents('php://input'), unchanged. */
function isGenuine(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$created = create([
    'key' => $argv[1],
    'type' => 'delivery',
    'consigneeAddress' => [
        'company' => 'Café Example',
        'line1' => '1 High Street',
        'city' => 'London',
        'postalCode' => 'N1 1AA',
        'country' => 'GB',
    ],
]);
echo "created $created\n";
takeOverExport(function (array $order): void {
    echo "exported {$order['key']}\n";
});
if (getenv('WEBHOOK_SECRET') !== false) {
    [$id, $timestamp, $signature] = array_map('getenv', ['WEBHOOK_ID', 'WEBHOOK_TIMESTAMP', 'WEBHOOK_SIGNATURE']);
    $body = file_get_contents('php://stdin');
    echo isGenuine(getenv('WEBHOOK_SECRET'), $id, $timestamp, $signature, $body) ? "genuine\n" : "forged\n";
}
