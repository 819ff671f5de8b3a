/**
 * A real OpenID provider with the device grant, as a program: `bun oidc-server.ts PORT`. A person's part is
 * played by `POST /test/approve?user_code=…` and `POST /test/deny?user_code=…`.
 */
import { servicePath } from "./services.ts";

const port = Number(process.argv[2]);
// biome-ignore lint/suspicious/noExplicitAny: the provider comes without types.
const { default: Provider } = (await import(servicePath("oidc-provider/lib/index.js"))) as any;

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: "turnkit-test",
      token_endpoint_auth_method: "none",
      application_type: "native",
      grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
      redirect_uris: [],
      response_types: [],
    },
  ],
  features: { deviceFlow: { enabled: true }, devInteractions: { enabled: false } },
  ttl: { AccessToken: () => Number(process.env.TOKEN_SECONDS ?? 600) },
});

// biome-ignore lint/suspicious/noExplicitAny: the provider comes without types.
provider.use(async (ctx: any, next: () => Promise<void>) => {
  if (!ctx.path.startsWith("/test/")) return next();
  const code = await provider.DeviceCode.findByUserCode(String(ctx.query.user_code).replaceAll("-", ""));
  if (ctx.path === "/test/deny") {
    Object.assign(code, { error: "access_denied", errorDescription: "no" });
  } else {
    const grant = new provider.Grant({ clientId: "turnkit-test", accountId: "user" });
    grant.addOIDCScope("openid offline_access");
    const authTime = Math.floor(Date.now() / 1000);
    Object.assign(code, { accountId: "user", grantId: await grant.save(), authTime, claims: {} });
    code.scope = "openid offline_access";
  }
  await code.save(600);
  ctx.body = "done";
});

provider.listen(port, "127.0.0.1");
