/** The script of the sign-in page: asks the browser for a passkey, and submits the result with the page's own form. */
export const SIGN_IN_SCRIPT = `const form = document.getElementById('passkey');
const button = form.querySelector('button');
const problem = form.querySelector('[role=alert]');
const { browserSupportsWebAuthn, startAuthentication } = SimpleWebAuthnBrowser;

if (!browserSupportsWebAuthn()) form.hidden = true;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  problem.textContent = '';
  try {
    const answer = await fetch('/auth/passkey/options', { method: 'POST' });
    if (!answer.ok) throw new Error(\`status \${answer.status}\`);
    const optionsJSON = await answer.json();
    form.elements.response.value = JSON.stringify(await startAuthentication({ optionsJSON }));
    form.submit();
  } catch (error) {
    button.disabled = false;
    problem.textContent =
      error.name === 'NotAllowedError'
        ? 'No passkey was chosen. Try again, or use your password.'
        : 'The passkey could not be used. Try again in a moment.';
  }
});
`;
