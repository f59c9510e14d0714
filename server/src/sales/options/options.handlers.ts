import { calls, requireUser } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { showUpgrades, upgrade } from './options.service.ts'

export const optionsHandlers = {
  upgrades: calls.options.upgrades.handler(({ context }) => showUpgrades(context.ctx, requireUser(context))),

  upgrade: calls.options.upgrade.handler(({ input, context }) =>
    upgrade(context.ctx, requireUser(context), {
      courseId: input.course_id,
      optionId: input.option_id,
      expectedTotal: input.expected_total,
      state: input.billing_state,
      language: placeOf(context).language,
    }),
  ),
}
