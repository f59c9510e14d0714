import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'

const HOSTILE = `<!doctype html><title>hostile</title><script>
  try { top.location = 'https://evil.example/taken' } catch {}
  try { top.document.body.innerHTML = 'taken' } catch {}
  try { alert('taken') } catch {}
  try { parent.postMessage({ token: 'give' }, '*') } catch {}
</script><form action="https://evil.example/form" target="_top"><button>go</button></form>
<script>document.forms[0].submit()</script>`

test('a hostile page in the player’s frame cannot control the page around it (I8)', async ({
  page,
  shop,
  guard,
  foreignRequests,
  newCourse,
}) => {
  const course = await newCourse()
  await shop.admin('POST', `/courses/add_content/${course.course_id}`, {
    course_id: course.course_id,
    content: [{ title: 'A hostile lesson', watch_link: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }],
  })
  const student = await newAccount(shop)
  await buy(shop, student, [course.course_id])
  // Browser messages about what it blocks in the frame.
  guard.allow(/sandbox|Unsafe attempt|Blocked (a frame|form|opening)|cross-origin|Ignored call to 'alert/i)
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: HOSTILE }),
  )
  await signIn(page, student)
  await page.goto(`/learn/${course.course_id}`)
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?enablejsapi=1')
  const rights = ((await frame.getAttribute('sandbox')) ?? 'none').split(' ')
  expect(rights).toContain('allow-scripts')
  for (const right of [
    'allow-top-navigation',
    'allow-top-navigation-by-user-activation',
    'allow-modals',
    'allow-forms',
  ])
    expect(rights).not.toContain(right)
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'go' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A hostile lesson' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/learn/${course.course_id}`))
  expect(foreignRequests).toEqual([])
})

test('lesson links that are no plain addresses are refused by the shop (I7)', async ({ shop, newCourse }) => {
  const course = await newCourse()
  for (const watch_link of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil.example/x']) {
    const content = [{ title: 'A lesson', watch_link }]
    const refused = shop.admin('POST', `/courses/add_content/${course.course_id}`, {
      course_id: course.course_id,
      content,
    })
    await expect(refused).rejects.toThrow(/422.*Must be a valid URL/)
  }
})
