import { expect, test } from '@playwright/test'
import { languagePath } from 'contract/languages'
import { everyEmail } from '../../server/test/every-email.ts'

for (const language of ['en', 'hi', 'mr'] as const)
  test(`no email in ${language} is wider than a phone of 360 px`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.emulateMedia({ colorScheme: 'light' })
    const shop = { shopName: 'हाट', storeUrl: `https://1.example${languagePath(language)}`, language }
    const wide: [string, number][] = []
    for (const [title, { html }] of Object.entries(everyEmail(shop))) {
      await page.setContent(html, { waitUntil: 'domcontentloaded' })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 360) wide.push([title, width])
    }
    expect(wide).toEqual([])
  })
