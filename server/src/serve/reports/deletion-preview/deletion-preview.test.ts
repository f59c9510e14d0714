import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildCourse,
  buildEnrolment,
  buildGiftCode,
  buildLesson,
  buildPaidOrder,
  buildPromocode,
} from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('a preview counts exactly the rows that a delete would touch', async () => {
  const { db } = server
  const { course_id } = await buildCourse(db, { name: 'To be deleted' })
  await buildCourse(db)
  await buildEnrolment(db, { course_id })
  await buildEnrolment(db, { course_id, revoked_at: new Date() })
  await buildGiftCode(db, { course_id })
  await buildLesson(db, { course_id })
  const open = await buildPaidOrder(db, { course_id })
  await db('orders').where({ order_id: open.order_id }).update({ status: 'created', paid_at: null })
  await buildPromocode(db, { course_id, promocode: 'ONLYTHIS' })
  await buildPromocode(db)
  const editor = server.api(await server.adminToken('editor'))
  expect(await editor.courses.deletePreview({ id: course_id })).toEqual({
    course_id,
    name: 'To be deleted',
    // The buyer of the gift is one, too.
    students: 2,
    open_orders: 1,
    open_gift_codes: 1,
    lessons: 1,
    promocodes: [{ id: expect.any(String), promocode: 'ONLYTHIS', discount: 10 }],
    promocodes_total: 1,
    testimonials: 0,
  })
  await editor.courses.delete({ params: { course_id } })
  await expect(editor.courses.deletePreview({ id: course_id })).rejects.toMatchObject({ status: 404 })
})

test('a testimonial about it is counted as well', async () => {
  const { course_id } = await buildCourse(server.db)
  const testimonial = { name: 'Neha', role: 'Tailor', text: 'Good', rating: 4, course: '' }
  await server.api(await server.adminToken()).settings.update({
    body: { testimonials: [{ ...testimonial, course_id }] },
  })
  const editor = server.api(await server.adminToken('editor'))
  expect(await editor.courses.deletePreview({ id: course_id })).toMatchObject({ testimonials: 1, students: 0 })
})

test('the delete of a promo code is taken back as it was, unless the code is in use again', async () => {
  const editor = server.api(await server.adminToken('editor'))
  const code = await buildPromocode(server.db, { promocode: 'MELA25', discount: 25 })
  const [before] = (await editor.promocodes.adminList({ q: 'MELA25' })).promocodes
  await editor.promocodes.delete({ params: { id: code.id } })
  expect((await editor.promocodes.adminList({ q: 'MELA25' })).promocodes).toEqual([])
  const { promocode } = await editor.promocodes.restore({ params: { id: code.id } })
  expect(promocode).toEqual(before)
  await expect(editor.promocodes.restore({ params: { id: code.id } })).rejects.toMatchObject({ status: 404 })
  await editor.promocodes.delete({ params: { id: 'mela25' } })
  await buildPromocode(server.db, { promocode: 'MELA25', discount: 5 })
  await expect(editor.promocodes.restore({ params: { id: code.id } })).rejects.toMatchObject({
    code: 'promocode_exists',
  })
})
