/** Calls that a version took out together. `instead` says what to do now. */
type Gone = {
  /** The first version without them. */
  since: `${number}.${number}.0`
  instead: string
  /** Method and whole address, `{parameters}` as in the contract. */
  calls: readonly `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`[]
}

/** Calls that answer 410 `gone` in the two versions after their last one. A test names the entries whose time is over: delete them. */
export const gone: readonly Gone[] = [
  {
    since: '0.15.0',
    instead: 'Call POST /api/go/orders/{order_no}/offer/see with the proof in its body.',
    calls: ['GET /api/go/orders/{order_no}/offer'],
  },
  {
    since: '0.15.0',
    instead: 'Fill the sheet by a webhook: docs/webhooks.md has a script of twenty lines for Google Apps Script.',
    calls: ['GET /api/admin/sheet', 'PUT /api/admin/sheet', 'DELETE /api/admin/sheet', 'POST /api/admin/sheet/test'],
  },
  {
    since: '0.15.0',
    instead:
      'Open /c/{code}, the page that shows whether a certificate is valid. Its PDF has the code and the address.',
    calls: [
      'GET /api/user/certificates/{course_id}/badge',
      'GET /.well-known/did.json',
      'GET /certificates/status/{list_no}',
    ],
  },
  {
    since: '0.15.0',
    instead:
      'Report a breach by hand: docs/runbook.md has both clocks of the law, and a letter marked as a notice reaches the people.',
    calls: [
      'GET /api/admin/breaches',
      'POST /api/admin/breaches',
      'GET /api/admin/breaches/{breach_id}',
      'PUT /api/admin/breaches/{breach_id}',
      'POST /api/admin/breaches/{breach_id}/reports',
      'POST /api/admin/breaches/{breach_id}/send',
    ],
  },
  {
    since: '0.15.0',
    instead:
      'Below 18 a parent buys, with an account of their own: the checkout asks, and nothing is stored of a child.',
    calls: ['PUT /api/user/age', 'GET /api/admin/children', 'DELETE /api/admin/children/{user_id}'],
  },
  {
    since: '0.15.0',
    instead:
      'Restore a backup of the other shop, or read enrolments.csv and orders.csv of its archive by Move in: docs/owner.md, Moving out.',
    calls: [
      'GET /api/admin/move_archive',
      'POST /api/admin/move_archive',
      'POST /api/admin/move_archive/{archive_id}/run',
      'DELETE /api/admin/move_archive/{archive_id}',
    ],
  },
  {
    since: '0.15.0',
    instead:
      'Claim only what you can prove: nothing is hidden any more. The archive of the shop has the stored proofs.',
    calls: [
      'GET /api/admin/claims',
      'PUT /api/admin/claims/{claim_id}',
      'DELETE /api/admin/claims/{claim_id}',
      'POST /api/admin/claims/hide',
    ],
  },
  {
    since: '0.15.0',
    instead: 'Call GET /api/admin/registers/retention.csv.',
    calls: ['GET /api/admin/retention'],
  },
]
