import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { keyId } from '../../../config.ts'
import { Refusal } from './archive-format.ts'

/**
 * The file around the tar of a backup: the tar itself or, with a BACKUP_KEY, the tar sealed as STREAM with AES-256-GCM, as `age` does. A
 * head names the key and holds a salt; HKDF makes this file's key of both. Chunks of 64 KiB follow, each with its tag; the nonce is the
 * chunk's number with a flag on the last one, so a changed, moved, missing or cut chunk is detected. The head is bound to each of them.
 */
const MAGIC = Buffer.from('SKILLHAAT-SEALED')
const KEY_ID_BYTES = 8
const SALT_BYTES = 32
const HEAD_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES
const READ_BYTES = 1024 * 1024

/** The tar of a backup, whatever is around it. */
export type BackupFile = {
  path: string
  /** The bytes of the tar. */
  bytes: number
  /** The bytes from `start` to `end`, both inclusive. Breaks off with a `Refusal` where they were changed. */
  read(range?: { start?: number; end?: number }): Readable
}

/** Takes the bytes of a tar in their order. */
export type Sink = { write(bytes: Buffer): Promise<void>; end(): Promise<void> }

/** Opens a backup for reading; `keys` are tried by their name. Throws a `Refusal` for what is no file or has another key. */
export async function openBackup(path: string, keys: readonly Buffer[]): Promise<BackupFile> {
  const size = await lengthOf(path)
  const head = await readHead(path)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    return { path, bytes: size, read: (range) => createReadStream(path, { ...range, highWaterMark: READ_BYTES }) }
  }
  const name = head.toString('latin1', MAGIC.length, MAGIC.length + KEY_ID_BYTES)
  const key = keys.find((one) => keyId(one) === name)
  if (!key) {
    throw new Refusal(
      keys.length === 0
        ? `${path} is encrypted. Set BACKUP_KEY to the key that it was made with.`
        : `${path} was encrypted with another BACKUP_KEY. Set the one that it was made with: nothing else opens it.`,
    )
  }
  const body = size - HEAD_BYTES
  const count = Math.ceil(body / SEALED_BYTES)
  if (count < 1 || body - (count - 1) * SEALED_BYTES < TAG_BYTES) throw damaged(path)
  const bytes = body - count * TAG_BYTES
  const sealed = { path, head, key: fileKey(key, head), count, size }
  return {
    path,
    bytes,
    read: ({ start = 0, end = bytes - 1 } = {}) => Readable.from(unseal(sealed, start, Math.min(end, bytes - 1))),
  }
}

/** Writes into a new file: sealed when there is a key. */
export async function sinkInto(file: FileHandle, key: Buffer | undefined): Promise<Sink> {
  if (!key) return { write: (bytes) => writeAll(file, bytes), end: async () => {} }
  const head = Buffer.concat([MAGIC, Buffer.from(keyId(key), 'latin1'), randomBytes(SALT_BYTES)])
  const ofFile = fileKey(key, head)
  await writeAll(file, head)
  let held: Buffer = Buffer.alloc(0)
  let number = 0
  const writeChunk = async (plain: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', ofFile, nonceOf(number++, last))
    cipher.setAAD(head)
    await writeAll(file, Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
  }
  return {
    async write(bytes) {
      held = Buffer.concat([held, bytes])
      let at = 0
      // A full chunk waits for more bytes, for it may be the last.
      for (; held.length - at > CHUNK_BYTES; at += CHUNK_BYTES)
        await writeChunk(held.subarray(at, at + CHUNK_BYTES), false)
      held = Buffer.from(held.subarray(at))
    },
    end: () => writeChunk(held, true),
  }
}

type Sealed = { path: string; head: Buffer; key: Buffer; count: number; size: number }

async function* unseal({ path, head, key, count, size }: Sealed, start: number, end: number): AsyncGenerator<Buffer> {
  if (end < start) return
  const [first, last] = [Math.floor(start / CHUNK_BYTES), Math.floor(end / CHUNK_BYTES)]
  const file = await open(path)
  try {
    for (let number = first; number <= last; number++) {
      const at = HEAD_BYTES + number * SEALED_BYTES
      const sealed = Buffer.alloc(Math.min(SEALED_BYTES, size - at))
      await file.read(sealed, 0, sealed.length, at)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, number === count - 1))
      decipher.setAAD(head)
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
      try {
        decipher.final()
      } catch {
        throw damaged(path)
      }
      const from = number === first ? start - number * CHUNK_BYTES : 0
      yield plain.subarray(from, number === last ? end + 1 - number * CHUNK_BYTES : undefined)
    }
  } finally {
    await file.close()
  }
}

function fileKey(key: Buffer, head: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, head.subarray(-SALT_BYTES), 'skillhaat backup', 32))
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = last ? 1 : 0
  return nonce
}

const damaged = (path: string) => new Refusal(`${path} is damaged: it was cut short or changed.`)

async function lengthOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
    )
  })
  if (!found.isFile()) throw new Refusal(`${path} is not a file.`)
  return found.size
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    await file.read(head, 0, HEAD_BYTES, 0)
    return head
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}
