// Many consignments through the client: in batches that are safe to repeat, or as one stream; and lists page by page.
import { importConsignments } from '../contract/bulk.js';
import { ApiProblem } from './client.js';
const batchRows = 500;
/** Stays below what a body may have, with room for what is around the rows. */
const batchCharacters = 2_000_000;
const queryOf = ({ mode, dryRun, timezone }) => ({
    ...(mode === undefined ? {} : { mode }),
    ...(dryRun ? { dryRun: 'true' } : {}),
    ...(timezone === undefined ? {} : { timezone }),
});
/**
 * Sends rows in batches, each with an Idempotency-Key, so that one whose answer was lost is sent again and takes effect
 * once. Yields the result of each row, in order. Works wherever `fetch` does.
 */
export async function* importInBatches(client, rows, options = {}) {
    let batch = [];
    let characters = 0;
    let first = 0;
    const send = async () => {
        const { data } = await client.call(importConsignments, {
            query: queryOf(options),
            body: { consignments: batch },
            ...(options.signal ? { signal: options.signal } : {}),
        });
        const results = data.results.map((result) => ({ ...result, index: first + result.index }));
        first += batch.length;
        batch = [];
        characters = 0;
        return results;
    };
    for await (const row of rows) {
        const length = JSON.stringify(row).length;
        if (batch.length > 0 && (batch.length >= batchRows || characters + length > batchCharacters))
            yield* await send();
        batch.push(row);
        characters += length;
    }
    if (batch.length > 0)
        yield* await send();
}
/**
 * Sends rows as one stream of lines, and yields the result of each as soon as it is stored; answers the summary. Faster
 * than batches, but not repeated when the connection fails: send it again with `mode: 'upsert'`. It needs a `fetch`
 * that sends streams over HTTP/1.1: Node, Deno and Bun have one.
 */
export async function* importStream(settings, rows, options = {}) {
    const send = settings.fetch ?? globalThis.fetch;
    const token = typeof settings.token === 'function' ? await settings.token() : settings.token;
    const query = new URLSearchParams(queryOf(options));
    const response = await send(`${settings.baseUrl.replace(/\/+$/, '')}${importConsignments.path}?${query}`, {
        method: 'POST',
        headers: {
            'content-type': 'application/x-ndjson',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: linesOf(rows),
        duplex: 'half',
        ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!response.ok || !response.body)
        throw new ApiProblem(response, await problemOf(response));
    let summary;
    let problem;
    for await (const line of textLines(response.body)) {
        const value = JSON.parse(line);
        if ('summary' in value)
            summary = value.summary;
        else if ('problem' in value)
            problem = value.problem;
        else
            yield value;
    }
    if (problem || !summary)
        throw new ApiProblem(response, problem ?? { code: 'UNAVAILABLE', message: 'The connection was closed too early.' });
    return summary;
}
async function problemOf(response) {
    const body = (await response.json().catch(() => undefined));
    return body?.data ?? {};
}
function linesOf(rows) {
    const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
    const encoder = new TextEncoder();
    return new ReadableStream({
        async pull(controller) {
            let text = '';
            while (text.length < 65_536) {
                const { value, done } = await source.next();
                if (done) {
                    if (text !== '')
                        controller.enqueue(encoder.encode(text));
                    controller.close();
                    return;
                }
                text += `${JSON.stringify(value)}\n`;
            }
            controller.enqueue(encoder.encode(text));
        },
        async cancel() {
            await source.return?.();
        },
    });
}
async function* textLines(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let held = '';
    for (;;) {
        const { value, done } = await reader.read();
        if (done)
            break;
        held += value;
        const lines = held.split('\n');
        held = lines.pop();
        yield* lines.filter((line) => line !== '');
    }
    if (held !== '')
        yield held;
}
/** The pages of a list, from the first to the last. */
export async function* pagesOf(client, endpoint, query, signal) {
    let cursor;
    do {
        // biome-ignore lint/suspicious/noExplicitAny: the endpoint is one in pages, which its type does not say
        const options = { query: cursor === undefined ? query : { ...query, cursor }, ...(signal ? { signal } : {}) };
        const page = (await client.call(endpoint, options)).data;
        yield page;
        cursor = page.next ?? undefined;
    } while (cursor !== undefined);
}
