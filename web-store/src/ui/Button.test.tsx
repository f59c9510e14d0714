import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './Button.tsx'

const inside = (button: React.ReactElement) => renderToStaticMarkup(button).replace(/^<button[^>]*>|<\/button>$/g, '')

test('each text of a button has its own element, and a spinner adds none', () => {
  expect(inside(<Button>Log in</Button>)).toBe('<span>Log in</span>')
  expect(
    inside(
      <Button busy busyText="Logging in...">
        Log in
      </Button>,
    ),
  ).toBe('<span>Logging in...</span>')
  const count = 2
  expect(
    inside(
      <Button>
        <i />
        Add {count} {'seats'}
        {false}
        <b>of it</b>
      </Button>,
    ),
  ).toBe('<i></i><span>Add 2 seats</span><b>of it</b>')
})
