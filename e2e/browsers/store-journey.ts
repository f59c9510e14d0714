import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { createCourse } from '../courses.ts'
import { type Lesson, storedFile } from '../lessons.ts'
import { newPerson } from '../people.ts'
import type { Shop } from '../shop.ts'
import type { Driver } from './driver.ts'

const PATIENCE_MS = 60_000
const VISIBLE = 'const shown = (e) => e.getClientRects().length > 0;'
const NAMED = `${VISIBLE} const nameOf = (e) => (e.getAttribute('aria-label') || e.textContent || '').trim().replace(/\\s+/g, ' ');`

/** Asks the page until it says yes; a failure has what the page shows. A page that loads meanwhile has no answer. */
export async function until(driver: Driver, what: string, body: string, ...values: unknown[]): Promise<void> {
  const ends = Date.now() + PATIENCE_MS
  let last: unknown
  while (Date.now() < ends) {
    if (
      await driver.run<boolean>(body, ...values).catch((error: unknown) => {
        last = error
        return false
      })
    )
      return
    await sleep(100)
  }
  const page = 'return location.href + "\\n" + document.body.innerText.slice(0, 1500)'
  const shown = await driver.run<string>(page).catch(String)
  throw new Error(`${what}: never. ${last ?? ''}\n${shown}\n${driver.errors.join('\n')}`)
}

export const see = (driver: Driver, text: RegExp) =>
  until(driver, `see ${text}`, 'return new RegExp(values[0]).test(document.body.innerText)', text.source)

export const press = (driver: Driver, name: RegExp) =>
  until(
    driver,
    `press ${name}`,
    `${NAMED}
    const found = Array.from(document.querySelectorAll('button, a')).find((e) => shown(e) && !e.disabled && e.getAttribute('aria-busy') !== 'true' && new RegExp(values[0]).test(nameOf(e)))
    if (!found) return false
    found.focus()
    found.click()
    return true`,
    name.source,
  )

const TYPE = `const type = (field, text) => {
  field.focus()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field.value === text
};`

/** Types into a field by the beginning of its label, and by its place among those that begin so. */
export const fill = (driver: Driver, label: string, value: string, place = 0) =>
  until(
    driver,
    `fill ${label}`,
    `${VISIBLE} ${TYPE}
    const field = Array.from(document.querySelectorAll('input, textarea')).filter((e) => shown(e) && Array.from(e.labels || []).some((l) => l.textContent.trim().startsWith(values[0])))[values[2]]
    return Boolean(field) && type(field, values[1])`,
    label,
    value,
    place,
  )

const play = (driver: Driver, to: 'begin' | 'end') =>
  until(
    driver,
    `play to the ${to}`,
    `const video = document.querySelector('video')
    // One that the server drew has no file before the app takes its place.
    if (!video || !video.currentSrc) return false
    video.muted = true
    if (video.paused && !video.ended) video.play()
    return video.ended || (values[0] === 'begin' && video.currentTime > 0.5)`,
    to,
  )

/** A course with a film, a quiz and a certificate. */
async function taughtCourse(shop: Shop) {
  const { course_id } = await createCourse(shop)
  const demo = await shop.call<{ DEMO_REELS_VIDEOS: string[] }>('GET', '/go/courses/reels-growth-mega-bundle')
  const clip = await fetch(new URL(demo.body.DEMO_REELS_VIDEOS.find((url) => url.endsWith('.webm')) ?? '', shop.url))
  const watch_link = await storedFile(shop, Buffer.from(await clip.arrayBuffer()), 'paid.webm')
  const content = [
    { title: 'A lesson', watch_link },
    { title: 'What you know', kind: 'quiz', watch_link: '' },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const quiz = stored.content[1]?.lesson_id ?? ''
  const question = { kind: 'text', text: 'What is the bar called?', accepted: ['Timeline'] }
  await shop.admin('PUT', `/quizzes/${quiz}`, { pass_mark: 70, gate: false, reveals: 'always', questions: [question] })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  return { course_id, quiz }
}

/** Sales page, checkout, payment, lesson, quiz, certificate, and the lesson once more while the shop is away. */
export async function buyAndLearn(driver: Driver, shop: Shop, { offline = true } = {}): Promise<void> {
  const { course_id, quiz } = await taughtCourse(shop)
  const buyer = newPerson()
  await driver.show?.({ width: 390, height: 844, dark: false })
  await driver.open(`${shop.url}/courses`)
  await see(driver, /Explore Our Courses/)
  await driver.open(`${shop.url}/course/${course_id}`)
  await press(driver, /^Just Rs/)
  await fill(driver, 'Name', buyer.name)
  await fill(driver, 'Email', buyer.email)
  await fill(driver, 'Phone', buyer.phone)
  await press(driver, /^Proceed to Payment/)
  await press(driver, /^Pay ₹/)
  await see(driver, /Payment Successful!/)

  await driver.open(`${shop.url}/learn/${course_id}`)
  await play(driver, 'begin')
  await play(driver, 'end')
  await until(
    driver,
    'complete the lesson',
    `${NAMED}
    const names = Array.from(document.querySelectorAll('button')).filter(shown).map(nameOf)
    if (names.some((name) => /^Completed/.test(name))) return true
    const mark = Array.from(document.querySelectorAll('button')).find((e) => shown(e) && /^Mark as complete/.test(nameOf(e)))
    if (mark) mark.click()
    return false`,
  )
  await driver.open(`${shop.url}/learn/${course_id}?lesson=${quiz}`)
  await until(
    driver,
    'answer the quiz',
    `${TYPE} const field = document.querySelector('form[aria-label=Quiz] input, form[aria-label=Quiz] textarea')
    return Boolean(field) && type(field, 'Timeline')`,
  )
  await press(driver, /^Check my answers/)
  await see(driver, /[Pp]assed/)
  await driver.open(`${shop.url}/dashboard`)
  await press(driver, /^Get your certificate/)
  await press(driver, /^Get my certificate/)
  await see(driver, /Your certificate is ready/)
  if (!offline) return

  await driver.open(`${shop.url}/learn/${course_id}`)
  await until(
    driver,
    'a service worker',
    `return navigator.serviceWorker.ready.then((found) => found.active.state === 'activated' && navigator.serviceWorker.controller !== null)`,
  )
  await press(driver, /^Download$/)
  await press(driver, /^Download A lesson/)
  await see(driver, /Downloaded, [\d.]+ [KM]B, expires/)
  if (driver.setOffline) await driver.setOffline(true)
  else await shop.kill()
  await driver.open(`${shop.url}/learn/${course_id}`)
  await play(driver, 'begin')
  if (driver.setOffline) await driver.setOffline(false)
  else await shop.start()
}

const PUBLIC = ['/', '/courses', '/course/reels-growth-mega-bundle', '/about', '/contact', '/hi']

/** Each public page has its face: the ground, the letters, the corners of its buttons, and nothing wider than the screen. */
export async function readPages(driver: Driver, shop: Shop): Promise<void> {
  for (const width of [390, 1280]) {
    await driver.show?.({ width, height: 844, dark: false })
    for (const path of PUBLIC) {
      await driver.open(shop.url + path)
      await until(
        driver,
        `the face of ${path} at ${width} px`,
        `const { backgroundColor, margin } = getComputedStyle(document.body.parentElement)
        const card = document.querySelector('main a[class], main button[class]')
        return margin === '0px' && backgroundColor === 'rgb(245, 246, 251)' && getComputedStyle(card).boxSizing === 'border-box' && document.documentElement.scrollWidth <= innerWidth`,
      )
    }
  }
}

/** The buttons of a sales page, and a private screen, lead to the address to copy and to the shop's contact. */
export async function checkOldButtons(driver: Driver, shop: Shop): Promise<void> {
  for (const [path, name] of [
    ['/course/reels-growth-mega-bundle', /^Just Rs/],
    ['/courses', /^Add to cart/],
    ['/contact', /^Send/],
    ['/login', undefined],
    ['/checkout', undefined],
    ['/dashboard', undefined],
  ] as const) {
    await driver.open(shop.url + path)
    if (name) await press(driver, name)
    await see(driver, /This browser is too old to buy and learn here/)
    await see(driver, /Copy address[\s\S]*WhatsApp[\s\S]*Contact/)
    expect(await driver.run<string>('return document.getElementById("address").value')).toBe(shop.url + path)
  }
}
