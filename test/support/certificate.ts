// A certificate for `hooks.example.com`, with its key: for receivers on loopback in tests, good for nothing else.

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBrDCCAVOgAwIBAgIUNqadCdDXd+xRCuciWCaeWff1ZJwwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wIBcNMjYxMTE1MDYyNzM4WhgP
MjEyNjEwMjIwNjI3MzhaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnj9hx++PGv1CVS7/UpDDqsZhlABGUfHO
f3iKuCoHd27mGO95luxBXIq1ZIWwpr6RM4WrsowneMZxUcXLxmBZ+qNxMG8wHQYD
VR0OBBYEFIML3u8bbrtrfp+t0/nAyIfTnu7vMB8GA1UdIwQYMBaAFIML3u8bbrtr
fp+t0/nAyIfTnu7vMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRaG9va3Mu
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDRwAwRAIgHclV3hdc/MtI926/OhLUTsTn
mZDVacmXdnehkiTcyqoCIFZVkdKtFlnHtTuamWU5Bw+d1OGW1ZaUpDSagorSYwtL
-----END CERTIFICATE-----
`
export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgArMAnvhVRjdSiTuB
3ZDFwtjWP9M0zL1DNdz5zx9C1lihRANCAASeP2HH748a/UJVLv9SkMOqxmGUAEZR
8c5/eIq4Kgd3buYY73mW7EFcirVkhbCmvpEzhauyjCd4xnFRxcvGYFn6
-----END PRIVATE KEY-----
`
