import { generateKeyPairSync, sign } from 'node:crypto'

/** Makes a self-signed certificate and its key, for a test server that a browser trusts by a flag. */
export function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = part(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = Buffer.from('0603550403', 'hex')
  const name = part(SEQUENCE, part(SET, part(SEQUENCE, commonName, part(UTF8_STRING, Buffer.from('another site')))))
  const [from, until] = ['200101000000Z', '491231235959Z'].map((time) => part(UTC_TIME, Buffer.from(time)))
  const validity = part(SEQUENCE, from as Buffer, until as Buffer)
  const own = publicKey.export({ type: 'spki', format: 'der' })
  const told = part(SEQUENCE, part(INTEGER, Buffer.of(1)), ecdsaWithSha256, name, validity, name, own)
  const signature = part(BIT_STRING, Buffer.of(0), sign('sha256', told, privateKey))
  const der = part(SEQUENCE, told, ecdsaWithSha256, signature)
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

const [INTEGER, BIT_STRING, UTF8_STRING, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x17, 0x30, 0x31]

/** Encodes one DER element: tag, length, content. */
function part(tag: number, ...holds: Buffer[]): Buffer {
  const body = Buffer.concat(holds)
  const bytes = body.length < 0x100 ? [body.length] : [body.length >> 8, body.length & 0xff]
  const length = body.length < 0x80 ? bytes : [0x80 + bytes.length, ...bytes]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}
