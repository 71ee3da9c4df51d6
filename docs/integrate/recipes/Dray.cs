// Uses Dray from C#, with the standard library only.
// Creates an order, retries safely, fetches the export list and verifies a webhook.
//
//   BASE=https://dray.example.com TOKEN=… dotnet run -- ORDER-1
//
// To verify a webhook message, send its body to standard input. Put its headers into WEBHOOK_ID, WEBHOOK_TIMESTAMP and
// WEBHOOK_SIGNATURE, and the secret into WEBHOOK_SECRET. The program then prints whether the message is genuine.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

[DataContract]
public class Answer<T>
{
    [DataMember] public T data;
}

[DataContract]
public class Entry
{
    [DataMember] public string consignmentId;
    [DataMember(EmitDefaultValue = false)] public string key;
    [DataMember] public long version;
    [DataMember(EmitDefaultValue = false)] public string reason;
}

[DataContract]
public class Acknowledgement
{
    [DataMember] public List<Entry> consignments;
}

[DataContract]
public class Address
{
    [DataMember] public string company, line1, city, postalCode, country;
}

[DataContract]
public class Order
{
    [DataMember] public string key, type;
    [DataMember] public Address consigneeAddress;
}

public static class Dray
{
    const int Tries = 6;
    static readonly string Base = Environment.GetEnvironmentVariable("BASE").TrimEnd('/');
    static readonly HttpClient Client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
    static readonly Random Random = new Random();

    /// Sends a request. Repeats it after a lost connection, 429 or 503, with the same Idempotency-Key.
    static async Task<T> Call<T>(HttpMethod method, string path, object body = null, string idempotencyKey = null)
    {
        double wait = 0.2;
        for (int attempt = 1; ; attempt++)
        {
            var request = new HttpRequestMessage(method, Base + path);
            request.Headers.Add("Authorization", "Bearer " + Environment.GetEnvironmentVariable("TOKEN"));
            request.Headers.Add("Accept", "application/json");
            if (idempotencyKey != null) request.Headers.Add("Idempotency-Key", idempotencyKey);
            if (body != null) request.Content = new StringContent(Written(body), Encoding.UTF8, "application/json");
            try
            {
                var answer = await Client.SendAsync(request);
                var status = (int)answer.StatusCode;
                if (answer.IsSuccessStatusCode) return Read<Answer<T>>(await answer.Content.ReadAsStreamAsync()).data;
                if ((status != 429 && status != 503) || attempt == Tries)
                    throw new InvalidOperationException(
                        method + " " + path + ": " + status + " " + await answer.Content.ReadAsStringAsync());
                if (answer.Headers.RetryAfter != null && answer.Headers.RetryAfter.Delta != null)
                    wait = Math.Max(wait, answer.Headers.RetryAfter.Delta.Value.TotalSeconds);
            }
            catch (Exception error) when (attempt < Tries && !(error is InvalidOperationException))
            {
                // The connection was lost, so the request may have arrived. A repeat is safe.
            }
            await Task.Delay(TimeSpan.FromSeconds(wait * (1 + Random.NextDouble())));
            wait *= 2;
        }
    }

    static string Written(object value)
    {
        var stream = new MemoryStream();
        new DataContractJsonSerializer(value.GetType()).WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static T Read<T>(Stream stream)
    {
        return (T)new DataContractJsonSerializer(typeof(T)).ReadObject(stream);
    }

    static async Task<string> Create(Order order)
    {
        // The idempotency key of an order is the same after a restart. It contains a hash of the order key, because
        // an order key may contain characters that a header does not allow.
        byte[] hash;
        using (var sha256 = SHA256.Create()) hash = sha256.ComputeHash(Encoding.UTF8.GetBytes(order.key));
        var idempotencyKey = "create-" + BitConverter.ToString(hash).Replace("-", "").ToLowerInvariant();
        return (await Call<Entry>(HttpMethod.Post, "/v1/consignment", order, idempotencyKey)).consignmentId;
    }

    /// Passes each order on the export list to takeOver, and acknowledges the entries that it has read.
    static async Task TakeOverExport(Action<Order> takeOver)
    {
        while (true)
        {
            var entries = await Call<List<Entry>>(HttpMethod.Get, "/v1/export/consignments?detail=true&limit=100");
            foreach (var entry in entries)
                takeOver(await Call<Order>(HttpMethod.Get, "/v1/consignment/" + Uri.EscapeDataString(entry.consignmentId)));
            if (entries.Count == 0) return;
            var read = entries.Select(entry => new Entry
            {
                consignmentId = entry.consignmentId,
                version = entry.version,
                reason = entry.reason,
            });
            // Orders that changed or were released since the read stay on the list. The next round reads them again.
            await Call<object>(
                HttpMethod.Post, "/v1/export/consignments/acknowledge", new Acknowledgement { consignments = read.ToList() });
        }
    }

    /// Returns whether a webhook message is genuine. `body` contains the received bytes, unchanged.
    static bool IsGenuine(string secret, string id, string timestamp, string signatures, byte[] body)
    {
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp)) > 300) return false;
        var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret.Substring(6) : secret);
        var signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
        string expected;
        using (var hmac = new HMACSHA256(key)) expected = "v1," + Convert.ToBase64String(hmac.ComputeHash(signed));
        return signatures.Split(' ').Any(given => AreSame(expected, given));
    }

    /// Compares two texts in a time that does not depend on the position of the first difference.
    static bool AreSame(string a, string b)
    {
        if (a.Length != b.Length) return false;
        int difference = 0;
        for (int index = 0; index < a.Length; index++) difference |= a[index] ^ b[index];
        return difference == 0;
    }

    public static void Main(string[] arguments)
    {
        Run(arguments).GetAwaiter().GetResult();
    }

    static async Task Run(string[] arguments)
    {
        var address = new Address
        {
            company = "Café Example", line1 = "1 High Street", city = "London", postalCode = "N1 1AA", country = "GB",
        };
        var order = new Order { key = arguments[0], type = "delivery", consigneeAddress = address };
        Console.WriteLine("created " + await Create(order));
        await TakeOverExport(found => Console.WriteLine("exported " + found.key));
        var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET");
        if (secret == null) return;
        var body = new MemoryStream();
        Console.OpenStandardInput().CopyTo(body);
        var given = new[] { "ID", "TIMESTAMP", "SIGNATURE" }
            .Select(name => Environment.GetEnvironmentVariable("WEBHOOK_" + name)).ToArray();
        Console.WriteLine(IsGenuine(secret, given[0], given[1], given[2], body.ToArray()) ? "genuine" : "forged");
    }
}
