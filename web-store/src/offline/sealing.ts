const IV_BYTES = 12

/** Creates an AES-GCM key of 256 bits that cannot be exported. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

/** Encrypts bytes for one place (owner, file, chunk); they do not decrypt elsewhere. */
export async function seal(key: CryptoKey, place: string, bytes: BufferSource): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, place), key, bytes))
  const sealed = new Uint8Array(IV_BYTES + text.length)
  sealed.set(iv)
  sealed.set(text, IV_BYTES)
  return sealed.buffer
}

/** Decrypts; rejects for another key, another place or a changed bit. */
export function unseal(key: CryptoKey, place: string, sealed: ArrayBuffer): Promise<ArrayBuffer> {
  const iv = new Uint8Array(sealed, 0, IV_BYTES)
  return crypto.subtle.decrypt(algorithm(iv, place), key, new Uint8Array(sealed, IV_BYTES))
}

export const sealJson = (key: CryptoKey, place: string, value: unknown): Promise<ArrayBuffer> =>
  seal(key, place, new TextEncoder().encode(JSON.stringify(value)))

export const unsealJson = async (key: CryptoKey, place: string, sealed: ArrayBuffer): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await unseal(key, place, sealed)))

export const latePlace = ({ user_id }: { user_id: string }): string => ['late', user_id].join('\n')
