import { describe, expect, it } from 'vitest'
import { FileChangedError, pieceOf, readBytes } from './source-bytes.ts'
import type { FileSource } from './upload-types.ts'

const source = (read: FileSource['read']): FileSource => ({
  name: 'film.mp4',
  size: 100,
  type: 'video/mp4',
  modified_at: 0,
  read,
})
const file = new Blob([Uint8Array.from({ length: 100 }, (_, at) => at)])

/** The error of a browser for a file that has changed since it was chosen. */
class Changed extends Blob {
  override slice = (): Blob => new Changed()
  override arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
}

describe('while a file is sent in pieces,', () => {
  it('a file is sent unread where the browser reads it, but for its first byte', async () => {
    const read: [number, number][] = []
    class Watched extends Blob {
      override arrayBuffer = () => Promise.reject(new Error('all of it is read'))
      override slice(start = 0, end = 0) {
        read.push([start, end])
        return file.slice(start, end)
      }
    }
    const piece = new Watched([await file.slice(10, 60).arrayBuffer()])
    const watched = source(async () => piece)
    expect(await pieceOf(watched, 10, 60)).toBe(piece)
    expect(read).toEqual([[0, 1]])
  })

  it('a host without such files reads the bytes itself', async () => {
    const elsewhere = source(async () => new Uint8Array(50))
    expect(await pieceOf(elsewhere, 10, 60)).toEqual(new Uint8Array(50))
  })

  it.each([
    ['was changed', async () => new Changed([new Uint8Array(50)])],
    ['is gone', () => Promise.reject(new Error('ENOENT'))],
    ['became shorter', async () => file.slice(90, 140)],
    ['became shorter, read elsewhere', async () => new Uint8Array(10)],
  ])('the upload fails when the file %s', async (_, read) => {
    await expect(pieceOf(source(read), 90, 140)).rejects.toThrow(FileChangedError)
    await expect(readBytes(source(read), 90, 140)).rejects.toThrow(FileChangedError)
  })
})
