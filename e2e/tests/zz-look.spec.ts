import { existsSync, mkdirSync } from 'node:fs'
import { test } from '../fixtures.ts'

const out = process.env.LOOK_OUT ?? '/tmp/look-workspace'
if (!existsSync(out)) mkdirSync(out, { recursive: true })
test('look @phone', async ({ page, admin, shop, newCourse }) => {
  const a = await newCourse({ name: 'Unlisted course of ours', price: 100 })
  const b = await newCourse({ name: 'Archived course', price: 100 })
  await shop.admin('PUT', `/courses/set_placement/${a.course_id}`, { state: 'unlisted' })
  await shop.admin('PUT', `/courses/set_placement/${b.course_id}`, { state: 'archived' })
  const places = JSON.parse(process.env.LOOK ?? '{"list":"/admin?tab=courses"}') as Record<string, string>
  const width = page.viewportSize()?.width
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const [name, address] of Object.entries(places)) {
      await admin.open(address.replace('COURSE', a.course_id))
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: true })
    }
  }
})
