import { randomKey } from '../../../api/random-key.ts'
import { inOpenStore, openStore } from '../../host/in-store.ts'
import { shopHere } from '../../host/shop-here.ts'

export type OwnRows<Row> = {
  /** Takes over what closed tabs of the same shop have left. */
  load(): Promise<Row[]>
  save(row: Row): Promise<void>
  remove(key: string): Promise<void>
}

/**
 * A database of work that outlives a reload. Each tab has rows of its own: it holds a lock of its name while it is open. Without a
 * database the work lives as long as the page.
 */
export function ownRows<Row extends { key: string }>(database: string): OwnRows<Row> {
  /** Without a shop: of an earlier release, which did not tell them apart. */
  type Owned = Row & { owner: string; shop?: string | undefined }
  const place = { name: database, store: 'uploads' }
  const owner = randomKey()
  const lockOf = (name: string) => `${database}-${name}`
  void navigator.locks?.request(lockOf(owner), () => new Promise(() => {}))
  let opening: Promise<IDBDatabase> | undefined
  // It stays open: what is stored in the last moment of a page must not wait.
  async function inRows<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    opening ??= openStore(place)
    return inOpenStore(await opening, place, mode, act)
  }
  const save = async (row: Row) => {
    await inRows('readwrite', (store) => store.put({ ...row, owner, shop: shopHere() }, row.key))
  }
  return {
    async load() {
      const rows: Owned[] = await inRows('readonly', (store) => store.getAll()).catch(() => [])
      const living = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
      const left = rows.filter(
        (row) => (row.shop ?? shopHere()) === shopHere() && row.owner !== owner && !living.has(lockOf(row.owner)),
      )
      await Promise.all(left.map(save))
      return left.map(({ owner: _, shop: __, ...row }) => row as unknown as Row)
    },
    save,
    async remove(key) {
      await inRows('readwrite', (store) => store.delete(key))
    },
  }
}
