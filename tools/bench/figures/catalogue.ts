import { measurePairs } from '../pairs.ts'
import { type Figure, rate } from '../report.ts'
import { type Stand, sample } from '../stand.ts'

/** Measures responses per second of one address under full load, and the server's processor time for each. */
export const loadOf = (stand: Stand, server: { url: string; pid: number }, path: string) => () =>
  sample(stand, server, { url: server.url + path })

/**
 * Measures list and detail against Express + pg with SQL per request; the list also against Express with a prepared
 * body.
 */
export async function catalogueFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(48)
  const shop = await stand.shop(database)
  const reference = await stand.reference(database)
  try {
    const list = loadOf(stand, shop, '/api/go/courses?limit=24')
    const [course] = (await (await fetch(`${shop.url}/api/go/courses?limit=1`)).json()) as { course_id: string }[]
    const id = course?.course_id
    const detail = loadOf(stand, shop, `/api/go/courses/${id}`)
    const listSql = loadOf(stand, reference, '/list')
    const detailSql = loadOf(stand, reference, `/course/${id}`)
    const listReady = loadOf(stand, reference, '/list-ready')
    // A warm-up round for the compilers, not counted.
    for (const warm of [list, detail, listSql, detailSql, listReady]) await warm()

    const lists = await measurePairs(list, listSql)
    const ready = await measurePairs(list, listReady)
    const details = await measurePairs(detail, detailSql)
    return [
      {
        figure: 'Catalogue list, 24 a page, against Express + pg',
        ours: rate(lists.ours),
        reference: rate(lists.reference),
        ratio: lists.ratio,
        bound: 'at least 2, no error',
        aim: '4',
        ok: lists.ratio >= 2 && lists.errors === 0,
      },
      {
        figure: 'the same against Express with the body ready',
        ours: rate(ready.ours),
        reference: rate(ready.reference),
        ratio: ready.ratio,
        bound: 'no error',
        ok: ready.errors === 0,
      },
      {
        figure: 'Course detail against Express + pg',
        ours: rate(details.ours),
        reference: rate(details.reference),
        ratio: details.ratio,
        bound: 'at least 1.3, no error',
        aim: '1.9',
        ok: details.ratio >= 1.3 && details.errors === 0,
      },
    ]
  } finally {
    await shop.kill()
    await reference.stop()
  }
}
