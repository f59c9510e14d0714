import { expect } from '@playwright/test'
import { textOfPdf } from '../../server/test/pdf.ts'
import type { Shop } from '../shop.ts'
import type { Driver } from './driver.ts'
import { fill, press, see, until } from './store-journey.ts'

/** The owner logs in at 1280 px. */
export async function openConsole(driver: Driver, shop: Shop): Promise<void> {
  await driver.show?.({ width: 1280, height: 900, dark: false })
  await driver.open(`${shop.url}/admin`)
  await fill(driver, 'Email', shop.owner.email)
  await fill(driver, 'Password', shop.owner.password)
  await press(driver, /^Log in$/)
  await see(driver, /Home/)
}

/** The owner logs in, uploads a picture, and prints the list of orders. */
export async function uploadAndPrint(driver: Driver, shop: Shop): Promise<void> {
  await openConsole(driver, shop)
  await driver.open(`${shop.url}/admin?tab=media`)
  const name = `old-browser-${Date.now()}.png`
  await until(
    driver,
    'drop a picture',
    `const place = document.querySelector('[data-file-drop]')
    if (!place) return false
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
    canvas.getContext('2d').fillRect(0, 0, Math.random() * 64, Math.random() * 64)
    return new Promise((done) => canvas.toBlob((blob) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([blob], values[0], { type: 'image/png' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
      done(true)
    }))`,
    name,
  )
  await expect
    .poll(async () => JSON.stringify(await shop.admin('GET', `/media?q=${name}`)), { timeout: 60_000 })
    .toContain(name)
  await see(driver, new RegExp(name))
  await driver.open(`${shop.url}/admin?tab=orders`)
  await see(driver, /Status/)
  if (!driver.print) return
  expect(await textOfPdf(await driver.print())).toMatch(/Orders[\s\S]*Paid/)
}
