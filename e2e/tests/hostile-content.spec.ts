import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'

const corpus = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  "'-alert(1)-'",
  '</script><script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href="javascript:alert(1)">click</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '<!--<script>alert(1)//-->',
  '\u2028\u2029</title><style>*{display:none}</style>',
]
const all = corpus.join(' ')

test('hostile texts in every field of a course are shown as texts (I6)', async ({ page, shop, guard, newCourse }) => {
  const picture = (await shop.call<{ banner: string }[]>('GET', '/go/courses')).body[0]?.banner
  const course = await newCourse({
    name: all.slice(0, 199),
    description: all,
    long_description: corpus.join('\n'),
    header_text: all,
    header_below: all,
    offer_text: all.slice(0, 299),
    lifetime_access: all.slice(0, 299),
    bonuses_worth: all.slice(0, 99),
    buy_now_text: corpus[0],
    legal_disclaimer: all,
    additional_infobanners: corpus,
    product_content_samples: corpus.map((title) => ({ title, subtitle: title, image: picture })),
    bonuses: corpus.map((title) => ({ title, image: picture })),
    exclusive_bonuses: corpus.map((title) => ({ title, image: picture })),
    who_is_this_for: corpus,
    where_can_i_upload: corpus,
    how_to_make_money: corpus,
    how_to_get_started: corpus,
    faq: corpus.map((question) => ({ question, answer: question })),
  })
  const lessons = corpus.map((title) => ({ title, watch_link: 'https://vimeo.com/1084537', download_link: null }))
  await shop.admin('POST', `/courses/add_content/${course.course_id}`, {
    course_id: course.course_id,
    content: lessons,
  })
  const injected = page.locator('main img[onerror], main svg[onload], main a[href^="javascript:"], iframe[srcdoc]')

  // Rendered on the server, taken over by the browser.
  await page.goto(`/course/${course.course_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>alert(1)</script>')
  for (const question of corpus.slice(0, 3)) await page.getByText(question).last().scrollIntoViewIfNeeded()
  await expect(injected).toHaveCount(0)
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto('/courses')
  await expect(page.getByRole('article').filter({ hasText: '<script>alert(1)</script>' }).first()).toBeVisible()
  await expect(injected).toHaveCount(0)

  // A student who carries such a name buys it and looks at it everywhere.
  const student = await newAccount(shop, '<img src=x onerror=alert(1)>')
  await buy(shop, student, [course.course_id])
  await signIn(page, student)
  for (const path of ['/dashboard', '/dashboard/orders', '/dashboard/profile', `/learn/${course.course_id}`]) {
    await page.goto(path)
    await expect(page.getByText(/onerror=alert\(1\)/).first()).toBeAttached()
    await expect(injected).toHaveCount(0)
  }
  expect(guard.foreignRequests.filter((url) => !url.startsWith('https://player.vimeo.com/'))).toEqual([])
})

const HOSTILE = `<!doctype html><title>hostile</title><script>
  try { top.location = 'https://evil.example/taken' } catch {}
  try { top.document.body.innerHTML = 'taken' } catch {}
  try { alert('taken') } catch {}
  try { parent.postMessage({ token: 'give' }, '*') } catch {}
</script><form action="https://evil.example/form" target="_top"><button>go</button></form>
<script>document.forms[0].submit()</script>`

test('a hostile page in the player’s frame cannot take the page over (I8)', async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  const course = await newCourse()
  await shop.admin('POST', `/courses/add_content/${course.course_id}`, {
    course_id: course.course_id,
    content: [{ title: 'A hostile lesson', watch_link: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }],
  })
  const student = await newAccount(shop)
  await buy(shop, student, [course.course_id])
  // What the browser says of what it does not let the frame do.
  guard.allow(/sandbox|Unsafe attempt|Blocked (a frame|form|opening)|cross-origin|Ignored call to 'alert/i)
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: HOSTILE }),
  )
  await signIn(page, student)
  await page.goto(`/learn/${course.course_id}`)
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
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
  expect(guard.foreignRequests).toEqual([])
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
