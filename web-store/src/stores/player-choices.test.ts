import { beforeEach, expect, it, vi } from 'vitest'
import { installBrowserStorage } from './browser-storage.ts'

let browser: ReturnType<typeof installBrowserStorage>
beforeEach(() => {
  browser = installBrowserStorage()
  vi.resetModules()
})
/** The player as a new visit finds it. */
const visit = () => import('./player-choices.ts')

it('what was chosen in the player is there at the next visit', async () => {
  const { choose } = await visit()
  choose({ speed: 1.5, captions: 'hi' })
  vi.resetModules()
  const { usePlayerChoices } = await visit()
  expect(usePlayerChoices.getState()).toMatchObject({ speed: 1.5, captions: 'hi', volume: 1, muted: false })
})

it('what was kept and cannot be a choice is not taken', async () => {
  browser.texts.set(
    'player',
    JSON.stringify({ speed: 16, volume: -1, muted: 'yes', captions: 7, pageKeys: 0, saveData: 1 }),
  )
  const { usePlayerChoices } = await visit()
  expect(usePlayerChoices.getState()).toEqual({
    ...{ speed: 1, volume: 1, muted: false, captions: '' },
    ...{ pageKeys: true, nextByItself: true, saveData: false },
  })
})

it('what another tab chose meanwhile stays', async () => {
  const { choose, usePlayerChoices } = await visit()
  browser.otherTab('player', JSON.stringify({ captions: 'mr' }))
  choose({ speed: 2 })
  expect(usePlayerChoices.getState()).toMatchObject({ speed: 2, captions: 'mr' })
})

it('a browser that keeps nothing has its choices until the page is left', async () => {
  browser = installBrowserStorage(0)
  const { choose, usePlayerChoices } = await visit()
  choose({ speed: 2 })
  expect(usePlayerChoices.getState().speed).toBe(2)
})
