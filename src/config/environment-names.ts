import type { Config } from "./types.ts";

/** Variables of the runtime and of the host program that no child may see (20-local-tools "bash"). */
const RUNTIME_NAMES = new Set([
  "MAVIS_ACCESS_TOKEN",
  "MAVIS_DATA_DIR",
  "MINIMAX_DATA_DIR",
  "MAVIS_PORT",
  "MAVIS_PROFILE",
  "BUN_BE_BUN",
  "BUN_OPTIONS",
]);
const RUNTIME_PREFIXES = ["__MAVIS_PARENT_", "__MAVIS_RUNTIME_", "BUN_INSPECT"];

/** Whether a variable, in capitals, belongs to the runtime; those of mcode-tools do pass. */
export function isRuntimeVariable(name: string): boolean {
  return RUNTIME_NAMES.has(name) || RUNTIME_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** Model providers that name their key otherwise than `…_API_KEY`. */
const MODEL_NAMES = [
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_OAUTH_TOKEN",
  "ANTHROPIC_CUSTOM_HEADERS",
  "ANTHROPIC_IDENTITY_TOKEN_FILE",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "COPILOT_GITHUB_TOKEN",
  "HF_TOKEN",
  "HUGGING_FACE_HUB_TOKEN",
  "REPLICATE_API_TOKEN",
];

const CLOUD_NAMES = [
  "ALIBABA_CLOUD_ACCESS_KEY_ID",
  "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
  "ALIBABA_CLOUD_SECURITY_TOKEN",
  "ARM_ACCESS_KEY",
  "ARM_CLIENT_SECRET",
  "AWS_ACCESS_KEY_ID",
  "AWS_BEARER_TOKEN_BEDROCK",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SECURITY_TOKEN",
  "AWS_SESSION_TOKEN",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AZURE_CLIENT_CERTIFICATE_PASSWORD",
  "AZURE_CLIENT_CERTIFICATE_PATH",
  "AZURE_CLIENT_SECRET",
  "AZURE_FEDERATED_TOKEN_FILE",
  "AZURE_PASSWORD",
  "AZURE_STORAGE_CONNECTION_STRING",
  "AZURE_STORAGE_KEY",
  "CLOUDFLARE_API_TOKEN",
  "CLOUDSDK_AUTH_ACCESS_TOKEN",
  "DIGITALOCEAN_ACCESS_TOKEN",
  "FLY_API_TOKEN",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "GOOGLE_CREDENTIALS",
  "GOOGLE_OAUTH_ACCESS_TOKEN",
  "HCLOUD_TOKEN",
  "LINODE_TOKEN",
  "NETLIFY_AUTH_TOKEN",
  "PULUMI_ACCESS_TOKEN",
  "TENCENTCLOUD_SECRET_ID",
  "TENCENTCLOUD_SECRET_KEY",
  "VAULT_TOKEN",
  "VERCEL_TOKEN",
];

/** With these a job can ask its CI for more credentials, or speak in its name. */
const CI_NAMES = [
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_URL",
  "ACTIONS_RUNTIME_TOKEN",
  "BITBUCKET_STEP_OIDC_TOKEN",
  "BUILDKITE_AGENT_ACCESS_TOKEN",
  "CIRCLE_OIDC_TOKEN",
  "CIRCLE_OIDC_TOKEN_V2",
  "CI_BUILD_TOKEN",
  "CI_DEPLOY_PASSWORD",
  "CI_JOB_JWT",
  "CI_JOB_JWT_V1",
  "CI_JOB_JWT_V2",
  "CI_JOB_TOKEN",
  "CI_REGISTRY_PASSWORD",
  "CI_REPOSITORY_URL",
  "SYSTEM_ACCESSTOKEN",
];

const SCRUBBED = new Set([...MODEL_NAMES, ...CLOUD_NAMES, ...CI_NAMES]);

/**
 * Whether a variable, in capitals, holds a credential of a model, a cloud or the CI itself. Every `…_API_KEY`
 * counts as a model's; the tokens that a project's own commands need (GH_TOKEN, GITHUB_TOKEN, NPM_TOKEN) do not.
 */
export function isModelOrCloudCredential(name: string): boolean {
  return name.endsWith("_API_KEY") || SCRUBBED.has(name);
}

/** Variables that the configuration itself names as holding a key or a token. */
export function credentialNames(config: Config): string[] {
  const { auth } = config.connectors;
  return [
    ...Object.values(config.models).map((model) => model.apiKeyEnv),
    config.tools.webSearch?.apiKeyEnv,
    "env" in auth ? auth.env : undefined,
  ].filter((name) => name !== undefined);
}
