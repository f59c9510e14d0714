import { afterEach, beforeEach, expect, vi } from 'vitest'

// What goes wrong behind a test's back shows in the console. A test that expects it says so by spying itself.
const complaints: unknown[][] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words)
  })
})

afterEach(() => {
  expect(complaints, 'unexpected console.error').toEqual([])
})
