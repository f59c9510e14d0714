import { calls, requireAdmin } from '../../context.ts'
import { testAddress, testAddresses } from '../../shop/auth/test-address.ts'
import { setting } from '../../shop/settings/setting.ts'
import { savePace } from './letters.queries.ts'
import {
  changeLetter,
  clearUnread,
  createLetter,
  previewLetter,
  readLetter,
  readLetters,
  readPace,
  removeLetter,
  renewBounceAddress,
  sendLetter,
  sendTest,
  stopLetter,
} from './letters.service.ts'

export const letterHandlers = {
  list: calls.letters.list.handler(({ input, context }) => readLetters(context.ctx, input)),
  get: calls.letters.get.handler(({ input, context }) => readLetter(context.ctx, input.id)),
  create: calls.letters.create.handler(({ input, context }) =>
    createLetter(context.ctx, input, requireAdmin(context).id),
  ),
  update: calls.letters.update.handler(({ input: { params, headers, body }, context }) =>
    changeLetter(context.ctx, params.id, body, headers?.['if-match']),
  ),
  delete: calls.letters.delete.handler(async ({ input, context }) => {
    await removeLetter(context.ctx, input.id)
    return { message: 'Email deleted' }
  }),
  preview: calls.letters.preview.handler(({ input, context }) => previewLetter(context.ctx, input.id)),
  testAddresses: calls.letters.testAddresses.handler(async ({ context }) => ({
    addresses: await testAddresses(context),
  })),
  test: calls.letters.test.handler(async ({ input: { id, email }, context }) => {
    const to = await testAddress(context, email, 'email')
    await sendTest(context.ctx, id, to)
    return { message: `Test sent to ${to}` }
  }),
  send: calls.letters.send.handler(({ input: { params, headers, body }, context }) => {
    const sending = { at: body?.at, key: headers?.['idempotency-key'], adminId: requireAdmin(context).admin_id }
    return sendLetter(context.ctx, params.id, sending)
  }),
  stop: calls.letters.stop.handler(({ input, context }) => stopLetter(context.ctx, input.id)),
  renewBounceAddress: calls.letters.renewBounceAddress.handler(({ context }) => renewBounceAddress(context.ctx)),
  clearUnread: calls.letters.clearUnread.handler(({ context }) => clearUnread(context.ctx)),
}

export const letterPace = setting({
  calls: [calls.letters.pace, calls.letters.setPace],
  entry: { id: 'letters', name: 'Emails' },
  find: readPace,
  store: savePace,
  answer: (saved) => saved,
})
