import type { SignedReturn } from 'contract/orders/returns'
import { emailKey } from 'contract/typed-keys'
import type { CallContext } from '../../context.ts'
import { findReturned } from '../../sales/orders/returns/returns.service.ts'
import { findLinkedAdmin } from '../../shop/auth/admin-links.queries.ts'
import { linkHash } from '../../shop/auth/admin-password-link.ts'
import { accountOf } from '../../shop/auth/login.ts'
import { findChallenged } from '../../shop/auth/second-factor.queries.ts'
import { findAddress, findCredentials } from '../../shop/users/credentials.queries.ts'
import { findUser } from '../../shop/users/users.queries.ts'
import { type CallCost, type CallLimit, type CallName, DAY, HOUR, limit, MINUTE, plain, QUARTER } from './call-cost.ts'
import { writeCosts } from './write-costs.ts'

const search: CallCost = {
  cost: 'search',
  limits: [limit('search', 'caller', 300, MINUTE, { searchesOnly: true })],
}
/** Many buyers may be behind one address, and each types for a while. */
const publicSearch: CallCost = {
  cost: 'search',
  limits: [limit('public_search', 'client', 600, MINUTE, { searchesOnly: true })],
}
const toFile: CallCost = { cost: 'export', limits: [limit('export', 'caller', 60, 10 * MINUTE)] }
const draw: CallCost = { cost: 'draw', limits: [limit('draw', 'caller', 60, 10 * MINUTE)] }
const adminMail: CallCost = { cost: 'mail', limits: [limit('admin_mail', 'caller', 300, HOUR)] }
/** Free words to a colleague: few are needed to see how a letter looks. */
const testMail: CallCost = { cost: 'mail', limits: [limit('test_letter', 'caller', 10, HOUR)] }
const adminHash: CallCost = { cost: 'hash', limits: [limit('admin_hash', 'caller', 60, HOUR)] }

/** Points are milliseconds of CPU time that looks into the files took. */
const workCpu = limit('work_file_cpu', 'caller', 120_000, HOUR, { byHandler: true })

const MAILED = 'If there is an account, we emailed its new password. Please check your inbox and spam folder.'

/** Counts the emails that strangers may have sent to one address, whichever call sends them. */
const toAddress = (more: Partial<CallLimit> = {}) => limit('forgot', 'account', 3, HOUR, more)

/** Calls that cost more than one database query, or have a limit. A read without a row is neither; every write has one. */
const dearer: Partial<Record<CallName, CallCost>> = {
  ...writeCosts,
  'auth.login': {
    cost: 'hash',
    limits: [
      limit('login', 'account and client', 10, QUARTER, { failuresOnly: true }),
      limit('login_client', 'client', 50, QUARTER, { failuresOnly: true }),
    ],
    account: spelledAccount,
    names: spelled,
    proves: true,
  },
  'auth.register': {
    cost: 'hash',
    limits: [limit('register_minute', 'client', 30, MINUTE), limit('register_hour', 'client', 300, HOUR)],
    names: (input) => {
      const { email, phone } = input as { email: string; phone: string }
      return [...spelled({ email, phone: null }), ...spelled({ email: null, phone })]
    },
    proves: true,
  },
  'auth.forgetPassword': {
    cost: 'mail',
    limits: [limit('forgot_client', 'client', 20, HOUR), toAddress({ knownApart: true, says: MAILED })],
    account: mailedAddress,
    names: spelled,
  },
  'freeCourses.ask': {
    cost: 'mail',
    limits: [limit('free_client', 'client', 60, HOUR), toAddress()],
    account: mailedAddress,
    names: spelled,
  },
  'auth.adminLogin': {
    cost: 'hash',
    limits: [
      limit('admin_login', 'account and client', 5, QUARTER, { failuresOnly: true }),
      limit('admin_login_client', 'client', 30, QUARTER, { failuresOnly: true }),
    ],
    ofAdmins: true,
    account: (input) => adminAccount(input),
    names: (input) => [adminAccount(input)],
    proves: true,
  },
  'auth.forgetAdminPassword': {
    cost: 'mail',
    limits: [
      limit('forgot_admin_client', 'client', 20, HOUR),
      limit('forgot_admin', 'account', 3, HOUR, { knownApart: true, says: MAILED }),
    ],
    ofAdmins: true,
    account: (input) => adminAccount(input),
    names: (input) => [adminAccount(input)],
  },
  'auth.newAdminPassword': {
    cost: 'hash',
    limits: [
      limit('new_admin_password_client', 'client', 30, QUARTER, { failuresOnly: true }),
      limit('new_admin_password', 'account', 10, QUARTER, { failuresOnly: true }),
    ],
    ofAdmins: true,
    account: async (input, { ctx }) => {
      const { token } = input as { token: string }
      return `admin link of ${(await findLinkedAdmin(ctx.db, linkHash(token), ctx.now()))?.id ?? 'nobody'}`
    },
  },
  'secondFactor.logIn': {
    cost: 'plain',
    limits: [
      limit('second_factor_client', 'client', 30, QUARTER, { failuresOnly: true }),
      // It counts tries from everywhere: 6 digits are few.
      limit('second_factor', 'account', 10, QUARTER, { failuresOnly: true }),
    ],
    ofAdmins: true,
    account: async (input, { ctx }) => {
      const { challenge_id: id } = input as { challenge_id: string }
      return `admin ${(await findChallenged(ctx.db, id)) ?? id}`
    },
  },
  'secondFactor.addApp': { cost: 'plain', limits: [limit('add_app', 'caller', 30, QUARTER)] },
  'secondFactor.beginConfirm': { cost: 'plain', limits: [limit('begin_confirm', 'caller', 60, QUARTER)] },
  'secondFactor.confirm': { cost: 'hash', limits: [limit('confirm', 'caller', 10, QUARTER, { failuresOnly: true })] },
  'account.updateProfile': { cost: 'mail', limits: [limit('address_change', 'caller', 5, DAY, { byHandler: true })] },
  'account.resendLink': { cost: 'mail', limits: [limit('address_change', 'caller', 5, DAY)] },
  'students.openView': { cost: 'plain', limits: [limit('open_view', 'client', 60, 10 * MINUTE)] },
  'account.confirmContact': { cost: 'mail', limits: [limit('confirm_contact', 'caller', 60, 10 * MINUTE)] },
  'account.logInByLink': { cost: 'mail', limits: [limit('login_link', 'client', 60, QUARTER)] },
  'account.claim': { cost: 'hash', limits: [limit('claim', 'client', 20, QUARTER)] },
  'account.changePassword': { cost: 'hash', limits: [limit('change_password', 'caller', 10, QUARTER)] },
  'account.ownData': { cost: 'export', limits: [limit('own_data', 'caller', 10, QUARTER)] },
  'account.deleteOwn': { cost: 'hash', limits: [limit('delete_account', 'caller', 10, QUARTER)] },
  'courses.list': publicSearch,
  ...{ 'courses.adminList': search, 'courses.students': search },
  'courses.checkLinks': { cost: 'ask', limits: [limit('check_links', 'caller', 60, 10 * MINUTE)] },
  'offers.forCart': { cost: 'plain', limits: [limit('offers', 'client', 600, 10 * MINUTE)] },
  'promocodes.check': { cost: 'plain', limits: [limit('promocode', 'client', 60, 10 * MINUTE)] },
  'promocodes.adminList': search,
  'offers.list': search,
  'pastOrders.list': search,
  'reviews.list': search,
  'questions.ask': { cost: 'mail', limits: [limit('ask_question', 'caller', 20, HOUR)] },
  ...{ 'questions.adminList': search, 'questions.answer': adminMail },
  'assignments.addFile': { cost: 'render', limits: [limit('work_file', 'caller', 60, HOUR), workCpu] },
  'assignments.removeFile': { cost: 'plain', limits: [limit('work_file_remove', 'caller', 60, HOUR)] },
  'assignments.takeUpload': { cost: 'render', limits: [limit('work_upload', 'caller', 60, HOUR), workCpu] },
  'assignments.handIn': { cost: 'mail', limits: [limit('hand_in', 'caller', 30, HOUR)] },
  ...{ 'assignments.adminList': search, 'live.joined': search, 'assignments.mark': adminMail },
  'certificates.list': search,
  'certificates.pdf': draw,
  'certificates.badge': draw,
  'orders.buy': {
    cost: 'ask',
    limits: [limit('buy', 'caller', 20, 10 * MINUTE), limit('buy_day', 'caller', 200, DAY)],
  },
  'orders.price': { cost: 'plain', limits: [limit('price', 'caller', 120, 10 * MINUTE)] },
  'orders.paymentStatus': {
    cost: 'ask',
    limits: [],
    bounded: 'the gateway is called for an order once in five seconds',
  },
  'orders.openSheet': { cost: 'ask', limits: [limit('open_sheet', 'caller', 60, 10 * MINUTE)] },
  'orders.sheetPaid': { cost: 'ask', limits: [limit('sheet_paid', 'caller', 60, 10 * MINUTE)] },
  'orders.returned': { cost: 'ask', limits: [limit('payment_return', 'client', 1_200, 10 * MINUTE)] },
  'orders.sendCourseLink': {
    cost: 'mail',
    limits: [limit('course_link_client', 'client', 60, HOUR), toAddress({ byHandler: true })],
    account: async (input, context) => {
      const order = await findReturned(context.ctx, input as SignedReturn)
      return mailedAddress({ email: order?.buyer_email ?? '', phone: null }, context)
    },
  },
  'orders.openSignedSheet': { cost: 'ask', limits: [limit('signed_sheet', 'client', 300, 10 * MINUTE)] },
  'orders.payAgain': { cost: 'ask', limits: [limit('pay_again', 'client', 60, 10 * MINUTE)] },
  'orders.adminList': search,
  'orders.recheck': { cost: 'ask', limits: [limit('recheck', 'caller', 120, 10 * MINUTE)] },
  'orders.refund': { cost: 'ask', limits: [limit('refund', 'caller', 120, 10 * MINUTE)] },
  'orders.approveRefund': { cost: 'ask', limits: [limit('refund', 'caller', 120, 10 * MINUTE)] },
  'orders.disputeEvidence': draw,
  'orders.grant': adminMail,
  'orders.bookOutside': adminMail,
  'orders.renewGift': adminMail,
  'orders.declineGuarantee': adminMail,
  'orders.askGuarantee': { cost: 'plain', limits: [limit('guarantee', 'caller', 20, 10 * MINUTE)] },
  'gifts.look': { cost: 'plain', limits: [limit('gift_look', 'client', 60, 10 * MINUTE, { failuresOnly: true })] },
  'gifts.lookMine': { cost: 'plain', limits: [limit('gift_look_mine', 'caller', 60, 10 * MINUTE)] },
  'gifts.redeem': { cost: 'plain', limits: [limit('redeem', 'caller', 30, 10 * MINUTE)] },
  'users.list': search,
  'enrolments.courses': search,
  'enrolments.plan': { cost: 'export', limits: [limit('enrol_plan', 'caller', 60, 10 * MINUTE)] },
  'moveIn.start': { cost: 'export', limits: [limit('move_in_read', 'caller', 60, 10 * MINUTE)] },
  'moveIn.readAgain': { cost: 'export', limits: [limit('move_in_read', 'caller', 60, 10 * MINUTE)] },
  'moveIn.plan': { cost: 'export', limits: [limit('move_in_plan', 'caller', 60, 10 * MINUTE)] },
  'moveIn.lines': search,
  'moveIn.skipped': toFile,
  'moveIn.people': search,
  ...{ 'moveIn.testLetter': testMail, 'moveIn.sendLetter': adminMail },
  ...{ 'letters.test': testMail, 'letters.send': adminMail, 'letters.preview': draw },
  'enrolments.extend': { cost: 'plain', limits: [limit('enrol_extend', 'caller', 300, HOUR)] },
  'enrolments.give': { cost: 'mail', limits: [limit('enrol', 'caller', 300, HOUR)] },
  'users.update': adminMail,
  'users.sendAccess': {
    cost: 'mail',
    limits: [
      limit('send_access_client', 'client', 20, HOUR),
      limit('send_access', 'account', 3, HOUR, {
        says: 'Three mails with a new password went to this student within an hour. Please try again later.',
      }),
    ],
    account: async (input, { ctx }) => {
      const { id } = (input as { params: { id: string } }).params
      return userAccount((await findUser(ctx.db, id))?.user_id ?? id)
    },
  },
  'transcript.search': { cost: 'search', limits: [limit('transcript', 'caller', 120, MINUTE)] },
  'media.uploadImage': { cost: 'render', limits: [limit('upload_image', 'caller', 3_000, HOUR)] },
  'media.list': search,
  'media.deleteMany': { cost: 'export', limits: [limit('media_delete', 'caller', 60, 10 * MINUTE)] },
  'ads.test': { cost: 'ask', limits: [limit('ads_test', 'caller', 60, 10 * MINUTE)] },
  'whatsapp.test': { cost: 'ask', limits: [limit('whatsapp_test', 'caller', 60, 10 * MINUTE)] },
  'whatsapp.templates': { cost: 'ask', limits: [limit('whatsapp_templates', 'caller', 120, 10 * MINUTE)] },
  'sequences.cart': { cost: 'plain', limits: [limit('order_cart', 'client', 60, 10 * MINUTE)] },
  'gateway.test': { cost: 'ask', limits: [limit('gateway_test', 'caller', 30, 10 * MINUTE)] },
  'admins.changePassword': { cost: 'hash', limits: [limit('change_password', 'caller', 10, QUARTER)] },
  'admins.create': adminHash,
  'admins.resetPassword': adminHash,
  'tickets.create': {
    cost: 'mail',
    limits: [
      limit('contact_client', 'client', 20, HOUR),
      toAddress({ says: 'Three messages came from this address within an hour. Please write again later.' }),
    ],
    account: (input, context) => mailedAddress({ ...(input as { email: string }), phone: null }, context),
  },
  'tickets.list': search,
  'tickets.answer': adminMail,
  'activity.list': search,
  'overview.search': search,
  'overview.mailTest': { cost: 'mail', limits: [limit('mail_test', 'caller', 20, HOUR)] },
  'exports.orders': toFile,
  'exports.users': toFile,
  'exports.courses': toFile,
  'exports.learning': toFile,
  'exports.documents': toFile,
  ...{ 'exports.gstr1': toFile, 'exports.settlements': toFile, 'exports.promocodes': toFile },
  'settlements.read': { cost: 'ask', limits: [limit('settlements', 'caller', 20, 10 * MINUTE)] },
  ...{ 'exports.pastOrders': toFile, 'exports.movedPeople': toFile },
  'documents.list': search,
  'documents.mine': draw,
  'documents.sendMine': { cost: 'mail', limits: [limit('document_mail', 'caller', 6, HOUR)] },
  'documents.get': draw,
  ...{ 'documents.send': adminMail, 'documents.addGstin': adminMail },
}

/** Returns the cost of a call by its name (`courses.list`). */
export const costOf = (name: string): CallCost => dearer[name as CallName] ?? plain

const userAccount = (userId: string) => `user ${userId}`
const adminAccount = (input: unknown) => `admin ${emailKey((input as { email: string }).email)}`

function spelled(input: unknown): string[] {
  return [JSON.stringify(accountOf(input as Parameters<typeof accountOf>[0]))]
}

/** The address that is mailed, which an account that is made meanwhile does not change; that of a phone's account too. */
async function mailedAddress(input: unknown, { ctx }: CallContext): Promise<string> {
  const account = accountOf(input as Parameters<typeof accountOf>[0])
  const email = 'email' in account ? account.email : await findAddress(ctx.db, account)
  return email ? `address ${email}` : JSON.stringify(account)
}

/** Email and phone of one person are one account; an unknown one goes by what was typed. */
async function spelledAccount(input: unknown, { ctx }: CallContext): Promise<string> {
  const account = accountOf(input as Parameters<typeof accountOf>[0])
  const found = await findCredentials(ctx.db, account)
  return found ? userAccount(found.user_id) : JSON.stringify(account)
}
