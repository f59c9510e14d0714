import { cleanName } from 'contract/spelling'
import type { Course } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import {
  expectDirectionsUnchanged,
  expectNothingInjected,
  hashOf,
  hostileFields,
  hostileLessons,
  htmlOf,
  MARKUP,
  ODD,
  scriptHashes,
  TURNED,
} from '../hostile.ts'
import { type Account, buy, newAccount, order, signIn } from '../people.ts'
import { awaitMail, startCheckout } from '../steps.ts'

const LONG_WORD = 'Venkatanarasimharajuvaripetasubrahmanyamchandrasekharan'

/** Two kinds of hostile texts, each in a course and in a student's name. */
const kinds = [
  {
    kind: 'markup',
    texts: MARKUP,
    courseName: MARKUP.join(' ').slice(0, 199),
    shown: '<script>alert(1)</script>',
    student: '<img src=x onerror=alert(1)>"\'</title>',
    tag: [],
  },
  {
    kind: 'odd letters',
    texts: ODD,
    courseName: `${TURNED} ${'W'.repeat(120)} 👩🏽‍🚀🇮🇳 \u0007\u001b[31m`,
    shown: 'W'.repeat(120),
    student: `${TURNED} ${LONG_WORD} 🧵\u0001`,
    // The two tests below check HTML and emails, and `spelling.test.ts` checks such texts in names.
    tag: '@long',
  },
]

for (const { kind, texts, courseName, shown, student: studentName, tag } of kinds) {
  test(`${kind} in every field appears as text on every screen (I6)`, { tag }, async ({
    page,
    shop,
    guard,
    foreignRequests,
    newCourse,
  }) => {
    // The payment of a student who does not exist.
    guard.allow(/payment_status/)
    const course = await newCourse(await hostileFields(shop, texts, courseName))
    await hostileLessons(shop, course, texts)
    await page.setViewportSize({ width: 360, height: 740 })

    const check = async (path: string, words: string) => {
      await expect(page.getByText(words).first(), path).toBeAttached()
      await expectNothingInjected(page)
      await expectDirectionsUnchanged(page)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(wide, `${path}, px too wide`).toBeLessThanOrEqual(0)
    }
    const visit = async (path: string, words: string) => {
      await page.goto(path)
      await check(path, words)
    }

    // Rendered on the server, hydrated in the browser.
    for (const path of ['/', '/courses', `/course/${course.course_id}`]) await visit(path, shown)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(shown)
    for (const question of texts.slice(0, 3)) await page.getByText(question).last().scrollIntoViewIfNeeded()
    await visit(`/courses?${new URLSearchParams({ q: texts[1] ?? '' })}`, shown)
    await visit(
      `/courses?${new URLSearchParams({ q: `${texts[1]?.slice(0, 50)} zzz` })}`,
      'No courses match your search',
    )
    await startCheckout(page, course.course_id)
    await check('/checkout', shown)
    await visit('/cart', shown)

    // A student with such a name buys the course and opens every screen.
    const student = await newAccount(shop, studentName)
    await buy(shop, student, [course.course_id])
    await order(shop, student, ['thumbnail-design-lab'])
    await signIn(page, student)
    const ownName = studentName.slice(0, 20)
    for (const [path, words] of studentScreens(course, student, shown, ownName)) await visit(path, words)
    await page.goto('/dashboard/settings')
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue(cleanName(studentName))
    await startCheckout(page, 'voice-over-from-home')
    await check('/checkout, signed in', ownName)
    await page.goto('/about')
    await page.getByRole('button', { name: 'Menu' }).click()
    await check('menu of a phone', ownName)
    await page.setViewportSize({ width: 1280, height: 800 })
    await check('header', ownName)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /Account of/ }).click()
    await check('menu of the student', ownName)
    expect(foreignRequests.filter((url) => !url.startsWith('https://player.vimeo.com/'))).toEqual([])
  })

  test(`${kind} stays text in the HTML, in its data and in the share image (I6)`, async ({ page, shop, newCourse }) => {
    const course = await newCourse(await hostileFields(shop, texts, courseName))
    // Invisible letters are removed before storage.
    const description = String(course.description)
    for (const path of ['/', '/courses', `/course/${course.course_id}`]) {
      const html = await (await fetch(shop.url + path)).text()
      const read = await page.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, 'text/html')
        const content = (selector: string) => parsed.querySelector(selector)?.getAttribute('content') ?? null
        return {
          title: parsed.querySelector('title')?.textContent ?? '',
          description: content('meta[name=description]'),
          ogTitle: content('meta[property="og:title"]'),
          picture: content('meta[property="og:image"]'),
          data: [...parsed.querySelectorAll('script[type="application/ld+json"]')].map(
            ({ textContent }) => textContent,
          ),
          loose: [...parsed.querySelectorAll('script:not([src])')]
            .filter((one) => !/json/.test(one.getAttribute('type') ?? ''))
            .map((one) => one.textContent ?? ''),
          handlers: [...parsed.querySelectorAll('*')].filter((one) =>
            [...one.attributes].some(({ name }) => name.startsWith('on')),
          ).length,
        }
      }, html)
      const known = await scriptHashes(shop.url + path)
      const loose = read.loose.filter((text) => !known.includes(hashOf(text)))
      expect({ path, loose, handlers: read.handlers }).toEqual({ path, loose: [], handlers: 0 })
      const entries = read.data.flatMap((text) => JSON.parse(text ?? '') as Entry | Entry[])
      if (path === '/courses') {
        const list = entries.find((entry) => entry['@type'] === 'ItemList')
        expect(list?.itemListElement).toContainEqual(expect.objectContaining({ name: course.name }))
      }
      if (!path.startsWith('/course/')) continue
      expect(squeezed(read.title)).toBe(squeezed(`${course.name} · SkillHaat`))
      expect(read.ogTitle).toBe(`${course.name} · SkillHaat`)
      expect(squeezed(description)).toContain(
        squeezed(read.description ?? '')
          .replace(/…$/, '')
          .trim(),
      )
      expect(entries.find((entry) => entry['@type'] === 'Course')).toMatchObject({
        name: course.name,
        description: course.description,
      })
      const picture = await fetch(read.picture ?? '')
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
    }
  })

  test(`${kind} stays text in the emails (I6, I9)`, async ({ browser, shop, newCourse, baseURL }) => {
    const course = await newCourse({ name: courseName })
    const student = await newAccount(shop, studentName)
    await buy(shop, student, [course.course_id, course.course_id])
    await shop.call('POST', '/forget-password', { body: { email: student.email, phone: '' } })
    // A page without a policy, where any markup would run.
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    const reported: string[] = []
    page.on('dialog', (dialog) => {
      reported.push(dialog.message())
      void dialog.dismiss()
    })
    for (const [subject, words] of [
      [/welcome/i, 'Your account is ready'],
      [/receipt/i, shown.slice(0, 60)],
      [/password/i, 'temporary password'],
    ] as const) {
      const mail = await awaitMail(shop, student.email, subject)
      const [head = ''] = mail.split(/\r?\n\r?\n/)
      expect(head.match(/^(to|cc|bcc):/gim)).toHaveLength(1)
      await page.setContent(htmlOf(mail))
      await expect(page.locator('body'), String(subject)).toContainText(words)
      await expect(page.locator('script, iframe, svg, img, body style, [onerror], [onload], [ontoggle]')).toHaveCount(0)
    }
    expect(reported).toEqual([])
    await context.close()
  })
}

type Entry = { '@type': string; [field: string]: unknown }

/** HTML collapses white space. */
const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

function studentScreens(course: Course, student: Account, shown: string, ownName: string): [string, string][] {
  return [
    [`/payment_status?course_id=${course.course_id}&user_id=${student.user_id}`, 'Payment Successful!'],
    [`/payment_status?course_id=${encodeURIComponent(shown)}&user_id=${encodeURIComponent(ownName)}`, 'Payment Failed'],
    ['/dashboard', ownName],
    ['/dashboard', shown],
    ['/dashboard/orders', shown],
    ['/dashboard/profile', ownName],
    [`/learn/${course.course_id}`, shown.slice(0, 60)],
    ['/contact', 'Contact us'],
  ]
}
