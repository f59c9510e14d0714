import { calls, requireUser } from '../../context.ts'
import { changeLook, drawSample, readLook } from './certificate-looks.ts'
import {
  changeOffer,
  drawOwn,
  readCertificates,
  readOffer,
  readOwnCertificate,
  revokeCertificate,
  takeCertificate,
} from './certificates.service.ts'

export const certificatesHandlers = {
  get: calls.certificates.get.handler(({ input, context }) =>
    readOwnCertificate(context.ctx, requireUser(context).id, input.course_id),
  ),

  take: calls.certificates.take.handler(({ input, context }) =>
    takeCertificate(context.ctx, requireUser(context).id, input.params.course_id, input.body),
  ),

  pdf: calls.certificates.pdf.handler(({ input, context }) =>
    drawOwn(context.ctx, requireUser(context).id, input.course_id),
  ),

  offer: calls.certificates.offer.handler(({ input, context }) => readOffer(context.ctx, input.course_id)),

  setOffer: calls.certificates.setOffer.handler(({ input, context }) =>
    changeOffer(context.ctx, input.params.course_id, input.body.offered),
  ),

  list: calls.certificates.list.handler(async ({ input, context }) => {
    const list = await readCertificates(context.ctx, input)
    context.setHeader('X-Total-Count', String(list.total))
    return list
  }),

  revoke: calls.certificates.revoke.handler(({ input, context }) =>
    revokeCertificate(context.ctx, input.params.certificate_id, input.body.reason),
  ),

  look: calls.certificates.look.handler(({ context }) => readLook(context.ctx)),

  setLook: calls.certificates.setLook.handler(({ input, context }) => changeLook(context.ctx, input)),

  sample: calls.certificates.sample.handler(({ input, context }) => drawSample(context.ctx, input)),
}
