import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import Numbers from './Numbers.tsx'

const drawn = (students: number) =>
  renderToStaticMarkup(
    <Numbers
      settings={{ dark: false, heading: '', figures: ['students', 'courses'] }}
      facts={{ figures: { students, courses: 3, lessons: 0, hours: 0, rating: 0 } }}
    />,
  )

test('the counted figures of a page show the students from fifty on', () => {
  expect(drawn(49)).not.toContain('student')
  expect(drawn(49)).toContain('courses')
  expect(drawn(50)).toContain('students')
})
