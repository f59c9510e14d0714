import { afterEach, beforeEach, expect, vi } from 'vitest'

// Errors behind a test's back appear in the console. A test that expects one spies on the console itself.
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
