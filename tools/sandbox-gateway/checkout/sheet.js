/** The sheet of the stand-in: sends presses to the sandbox, and their results to the surrounding page. */
const main = document.querySelector('main')
const { order, base, amount } = main.dataset
const said = document.querySelector('.said')
let given = {}

const tell = (message) => parent.postMessage(message, location.origin)

addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === location.origin) given = data
})
tell({ kind: 'ready' })

async function press({ act, method, intent }) {
  if (act === 'close') return tell({ kind: 'close' })
  if (intent !== undefined) tell({ kind: 'intent', address: `upi://pay?pa=sandbox@upi&am=${amount}&tr=${order}` })
  const { key, prefill = {} } = given
  const response = await fetch(`${base}/checkout/${order}/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, method, email: prefill.email, contact: prefill.contact }),
  })
  const answer = await response.json()
  if (!answer.error) return tell({ kind: 'paid', answer })
  said.textContent = answer.error.description
  tell({ kind: 'failed', error: answer.error })
}

main.addEventListener('click', async ({ target }) => {
  const button = target.closest('button')
  if (!button) return
  for (const one of main.querySelectorAll('button')) one.disabled = true
  await press(button.dataset).catch(() => {
    said.textContent = 'The sandbox does not answer.'
  })
  for (const one of main.querySelectorAll('button')) one.disabled = false
})
