// Uses Dray from Java 17, with the standard library only.
// Creates an order, retries safely, fetches the export list and verifies a webhook.
//
//   BASE=https://dray.example.com TOKEN=… java Dray.java ORDER-1
//
// To verify a webhook message, send its body to standard input. Put its headers into WEBHOOK_ID, WEBHOOK_TIMESTAMP and
// WEBHOOK_SIGNATURE, and the secret into WEBHOOK_SECRET. The program then prints whether the message is genuine.
// Java has no JSON parser. In production, read and write JSON with a library instead of the patterns below.
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Dray {
    static final String BASE = System.getenv("BASE").replaceAll("/+$", "");
    static final int TRIES = 6;
    static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    static final Pattern ID = Pattern.compile("\"consignmentId\":\"([^\"]+)\"");
    /** Pattern of a JSON string, in which `\` precedes a quotation mark. */
    static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
    static final Pattern ENTRY = Pattern.compile("\"consignmentId\":\"([^\"]+)\",\"key\":" + TEXT + ",\"version\":(\\d+),\"since\":\"[^\"]*\",\"reason\":\"(\\w+)\"");

    /** Sends a request. Repeats it after a lost connection, 429 or 503, with the same Idempotency-Key. */
    static String call(String method, String path, String body, String idempotencyKey)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(BASE + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + System.getenv("TOKEN"))
                .header("Accept", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) request.header("Content-Type", "application/json");
        if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
        double wait = 0.2;
        for (int attempt = 1; ; attempt++) {
            try {
                HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
                int status = answer.statusCode();
                if (status / 100 == 2) return answer.body();
                if ((status != 429 && status != 503) || attempt == TRIES)
                    throw new IllegalStateException(method + " " + path + ": " + status + " " + answer.body());
                wait = Math.max(wait, answer.headers().firstValueAsLong("Retry-After").orElse(0));
            } catch (IOException error) {
                // The connection was lost, so the request may have arrived. A repeat is safe.
                if (attempt == TRIES) throw error;
            }
            Thread.sleep((long) (1000 * wait * (1 + Math.random())));
            wait *= 2;
        }
    }

    static String create(String key, String order) throws IOException, InterruptedException, GeneralSecurityException {
        // The idempotency key of an order is the same after a restart. It contains a hash of the order key, because
        // an order key may contain characters that a header does not allow.
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        Matcher found = ID.matcher(call("POST", "/v1/consignment", order, "create-" + HexFormat.of().formatHex(hash)));
        if (!found.find()) throw new IllegalStateException("an answer without an id");
        return found.group(1);
    }

    /** Passes each order on the export list to `takeOver`, and acknowledges the entries that it has read. */
    static void takeOverExport(Consumer<String> takeOver) throws IOException, InterruptedException {
        while (true) {
            List<String> read = new ArrayList<>();
            Matcher entry = ENTRY.matcher(call("GET", "/v1/export/consignments?detail=true&limit=100", null, null));
            while (entry.find()) {
                takeOver.accept(call("GET", "/v1/consignment/" + entry.group(1), null, null));
                read.add("{\"consignmentId\":\"" + entry.group(1) + "\",\"version\":" + entry.group(3)
                        + ",\"reason\":\"" + entry.group(4) + "\"}");
            }
            if (read.isEmpty()) return;
            // Orders that changed or were released since the read stay on the list. The next round reads them again.
            call("POST", "/v1/export/consignments/acknowledge", "{\"consignments\":[" + String.join(",", read) + "]}", null);
        }
    }

    /** Returns whether a webhook message is genuine. `body` contains the received bytes, unchanged. */
    static boolean isGenuine(String secret, String id, String timestamp, String signatures, byte[] body)
            throws GeneralSecurityException, IOException {
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.write((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        signed.write(body);
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()));
        for (String given : signatures.split(" "))
            if (MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8)))
                return true;
        return false;
    }

    public static void main(String[] arguments) throws Exception {
        String order = """
                {
                  "key": "%s",
                  "type": "delivery",
                  "consigneeAddress": {
                    "company": "Caf\u00e9 Example", "line1": "1 High Street", "city": "London",
                    "postalCode": "N1 1AA", "country": "GB"
                  }
                }""".formatted(arguments[0].replace("\\", "\\\\").replace("\"", "\\\""));
        System.out.println("created " + create(arguments[0], order));
        Pattern key = Pattern.compile("\"key\":" + TEXT);
        takeOverExport(found -> System.out.println(
                "exported " + key.matcher(found).results().findFirst().get().group(1).replaceAll("\\\\(.)", "$1")));
        String secret = System.getenv("WEBHOOK_SECRET");
        if (secret == null) return;
        boolean genuine = isGenuine(secret, System.getenv("WEBHOOK_ID"), System.getenv("WEBHOOK_TIMESTAMP"),
                System.getenv("WEBHOOK_SIGNATURE"), System.in.readAllBytes());
        System.out.println(genuine ? "genuine" : "forged");
    }
}
