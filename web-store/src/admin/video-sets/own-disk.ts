/** TypeScript knows this type in workers alone. */
export type Disk = {
  read(bytes: Uint8Array, options: { at: number }): number
  write(bytes: Uint8Array, options: { at: number }): number
  getSize(): number
  truncate(size: number): void
  flush(): void
  close(): void
}
type WithAccess = FileSystemFileHandle & { createSyncAccessHandle(): Promise<Disk> }

/** Opens a file of the browser's own storage, which a worker may write to; makes a missing one. */
export const handleOf = async (file: string): Promise<WithAccess> => {
  const folder = await navigator.storage.getDirectory()
  return (await folder.getFileHandle(file, { create: true })) as WithAccess
}

/** A stream into `write`, which is called until it throws; `problem` answers what it threw. */
export function streamInto<Chunk>(write: (chunk: Chunk) => void) {
  let problem: unknown
  const stream = new WritableStream<Chunk>({
    write(chunk) {
      try {
        if (problem === undefined) write(chunk)
      } catch (error) {
        problem = error
      }
    },
  })
  return { stream, problem: () => problem }
}
