// Runs in browsers of any age.
;(() => {
  var field = document.getElementById('address')
  var button = document.getElementById('copy')
  field.onfocus = () => {
    field.select()
  }
  if (!document.execCommand) return
  button.hidden = false
  button.onclick = () => {
    field.focus()
    field.setSelectionRange(0, field.value.length)
    if (document.execCommand('copy')) button.textContent = button.getAttribute('data-done')
  }
})()
