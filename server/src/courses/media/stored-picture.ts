import type { Context } from '../../context.ts'

/** Reads an image of the library by its address in a page; undefined when it is gone, and for images of other sites. */
export async function readStored({ files }: Pick<Context, 'files'>, address: string): Promise<Buffer | undefined> {
  const [, mediaId, name] = /^\/media\/([\w-]+)\/([\w.-]+)$/.exec(address) ?? []
  return mediaId && name && !name.startsWith('.') ? await files.read({ mediaId, name }) : undefined
}
