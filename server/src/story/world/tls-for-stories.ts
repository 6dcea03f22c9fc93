import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Keys and certificates that vouch for nothing outside these stories, good for a hundred years.

/** Vouches for the server's certificate and for the station's. */
export const tlsRoot = `-----BEGIN CERTIFICATE-----
MIIBmTCCAT+gAwIBAgIUTdGkN3YeZ3hynm7FzYzRSa+9lG4wCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOU3RvcnkgVExTIHJvb3QwIBcNMjYxMTIxMTkxMDIzWhgPMjEy
NjEwMjgxOTEwMjNaMBkxFzAVBgNVBAMMDlN0b3J5IFRMUyByb290MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEyJdalgUkoOSBSAm36XYcBhuCm0khi6IKLOQhs9Wx
Heyb8HdJpw85VbofJMClBVCmCFBxP8XSVA4uLCUpILzmwaNjMGEwHQYDVR0OBBYE
FO0DvdG+3YzUe2uNEmIORoL4XXexMB8GA1UdIwQYMBaAFO0DvdG+3YzUe2uNEmIO
RoL4XXexMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49
BAMCA0gAMEUCIQDhwh6e9vTOzuAwf2dIeEuRd64m818nLpHc+zyCqSItFAIgA5Nr
Dec7i6eyfF+VS0x8OLHZE6CKpxtR6xUtr8mhjoE=
-----END CERTIFICATE-----`

/** A server's at 127.0.0.1 and localhost. */
export const serverCertificate = `-----BEGIN CERTIFICATE-----
MIIBvTCCAWOgAwIBAgITL+GI2UCje61sezvAaoHYagVSKjAKBggqhkjOPQQDAjAZ
MRcwFQYDVQQDDA5TdG9yeSBUTFMgcm9vdDAgFw0yNjExMjExOTEwMjNaGA8yMTI2
MTAyODE5MTAyM1owFDESMBAGA1UEAwwJMTI3LjAuMC4xMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEXZgbpDl3yZfSDw7Y1HG8ZTJeP/rwUZxUwPf6d0OXB6Tt/Ia0
IoM4MZtEbHjFolOiEWvQ8bDfebg2+7mClSQXTqOBjDCBiTAJBgNVHRMEAjAAMAsG
A1UdDwQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDATAaBgNVHREEEzARhwR/AAAB
gglsb2NhbGhvc3QwHQYDVR0OBBYEFA1617jzY0Hp5jzGTmFug9Iu7vnvMB8GA1Ud
IwQYMBaAFO0DvdG+3YzUe2uNEmIORoL4XXexMAoGCCqGSM49BAMCA0gAMEUCIQDU
TBXwJkV30EKEtp1ERBFUG7BHnt9SyehbflFEMqxyOwIgX6Bx5W/Htu3TYdYnZtLN
ZfDczziK0lm3trWVM39GTY0=
-----END CERTIFICATE-----`

export const serverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWjf5f1Eq5zyZo7Vg
pru27+dvm2Qn/qVrIAxEXqL/dlihRANCAARdmBukOXfJl9IPDtjUcbxlMl4/+vBR
nFTA9/p3Q5cHpO38hrQigzgxm0RseMWiU6IRa9DxsN95uDb7uYKVJBdO
-----END PRIVATE KEY-----`

/** Signs stations' certificates. */
export const stationsRoot = `-----BEGIN CERTIFICATE-----
MIIBsDCCAVWgAwIBAgIUQyzLz9bipY3wgm5mtuIhm4n4TuowCgYIKoZIzj0EAwIw
JDEiMCAGA1UEAwwZU3Rvcnkgc3RhdGlvbnMnIGF1dGhvcml0eTAgFw0yNjExMjEx
OTU2MzlaGA8yMTI2MTAyODE5NTYzOVowJDEiMCAGA1UEAwwZU3Rvcnkgc3RhdGlv
bnMnIGF1dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCLjIQ4irUUO
tk8QxmFKfE6Id+HvXR/Zn6b9UxuOZN6zZWEncqEUkHberbuUUW6p0f++xvs5Le32
/LIHqAKPj+GjYzBhMB0GA1UdDgQWBBTT5U632PJYX0FwAytoX8ZXLP6LMDAfBgNV
HSMEGDAWgBTT5U632PJYX0FwAytoX8ZXLP6LMDAPBgNVHRMBAf8EBTADAQH/MA4G
A1UdDwEB/wQEAwIBBjAKBggqhkjOPQQDAgNJADBGAiEAukzA+H46AuKDTlzWd+2I
LE4ABF1xll2YGd0glB5Y8tECIQDxBjVRLPvQtVmsKyG07DO66Jfp4CXBMyJsifAA
O8OGqg==
-----END CERTIFICATE-----`

const stationsRootKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgl3TDJcbm1TLoTsvL
W10U6NElJTYzq28oLDAafWQcy82hRANCAAQi4yEOIq1FDrZPEMZhSnxOiHfh710f
2Z+m/VMbjmTes2VhJ3KhFJB23q27lFFuqdH/vsb7OS3t9vyyB6gCj4/h
-----END PRIVATE KEY-----`

/** The station that the certificate of security profile 3 names. */
export const certifiedStation = {
  id: 'STORY-TLS-3',
  cert: `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgITL+GI2UCje61sezvAaoHYagVSKzAKBggqhkjOPQQDAjAZ
MRcwFQYDVQQDDA5TdG9yeSBUTFMgcm9vdDAgFw0yNjExMjExOTEwMjNaGA8yMTI2
MTAyODE5MTAyM1owFjEUMBIGA1UEAwwLU1RPUlktVExTLTMwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARjBaU97yjN5JIpC1amkvzIAFR5UzCirTMLWHecKSx0JMsG
D5D0lPM4N1UG0zIP2DX4sQf8fagvv3yTSXzbZn2Ro28wbTAJBgNVHRMEAjAAMAsG
A1UdDwQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDAjAdBgNVHQ4EFgQUdmWxjqvM
6aZ8T4F+S1REAj9pr0IwHwYDVR0jBBgwFoAU7QO90b7djNR7a40SYg5Ggvhdd7Ew
CgYIKoZIzj0EAwIDRwAwRAIgB629tM4/9V7QdC//k5ndnzOV1McrPQ+g/J89dXUv
ofwCIAP5oAJKDlSieTuKf7aPvxwR/SDfKx/nzThNuQk930pw
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9g0BSdqAp3LW9Ns/
mNqTHbQxDt3MGYgZTemba/gLaW6hRANCAARjBaU97yjN5JIpC1amkvzIAFR5UzCi
rTMLWHecKSx0JMsGD5D0lPM4N1UG0zIP2DX4sQf8fagvv3yTSXzbZn2R
-----END PRIVATE KEY-----`,
}

/** The settings of a server with a door over TLS on a port, and how to remove their files. */
export function tlsSettings(port: number): { env: Record<string, string>; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-tls-'))
  const file = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  return {
    env: {
      OCPP_TLS_PORT: String(port),
      OCPP_TLS_CERT: file('cert.pem', serverCertificate),
      OCPP_TLS_KEY: file('key.pem', serverKey),
      OCPP_TLS_CLIENT_CA: file('client-ca.pem', `${tlsRoot}\n${stationsRoot}`),
      OCPP_TLS_CLIENT_CA_KEY: file('client-ca-key.pem', stationsRootKey),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
