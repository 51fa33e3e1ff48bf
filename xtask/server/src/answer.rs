//! Meaning of an address: a file of the folder, as it is on disk or packed; what the server itself says; or nothing.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    self, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LAST_MODIFIED, LOCATION,
    RETRY_AFTER,
};
use hyper::{Method, Request, Response, StatusCode, Uri};
use tower_http::services::ServeDir;
use tower_http::services::fs::ServeFileSystemResponseBody;
use xtask::headers;

use crate::state::{News, State};

/// The folder is served here too, as it will be on a site of several projects.
pub(crate) const SUB_PATH: &str = "/colex";
/// Path below which stands what the server itself says.
const OWN: &str = "/__serve/";

const TEXT: &str = "text/plain; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page that is there before the page, the script that loads pages again, and what takes an old service worker away
/// while nothing is built.
const BUILDING: &str = include_str!("../../page/building.html");
const BUILDING_SCRIPT: &str = include_str!("../../page/building.js");
const BUILDING_STYLE: &str = include_str!("../../page/building.css");
const RELOAD: &str = include_str!("../../page/reload.js");
const LEAVE: &str = include_str!("../../page/sw-leave.js");
const ICON: &str = include_str!("../../../public/icon.svg");

type Body = Either<Full<Bytes>, ServeFileSystemResponseBody>;

/// Site that is served.
pub(crate) struct Site {
    folder: PathBuf,
    files: ServeDir,
    /// State of the build, where something builds.
    news: Option<News>,
    /// True if pages load again after each build.
    reloads: bool,
    /// Headers of every answer.
    always: HeaderMap,
}

impl Site {
    pub(crate) fn new(folder: &Path, news: Option<News>, reloads: bool) -> Result<Site> {
        let policy = headers::policy(BUILDING).context("the page that says \"building\" states no policy")?;
        let mut always = HeaderMap::new();
        for (name, value) in headers::ALWAYS.into_iter().chain([("Content-Security-Policy", policy)]) {
            always.insert(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
        }
        let files =
            ServeDir::new(folder).precompressed_br().precompressed_gzip().append_index_html_on_directories(false);
        Ok(Site { folder: folder.to_owned(), files, news, reloads, always })
    }

    /// Answers one request.
    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let is_question = request.method() == Method::GET || request.method() == Method::HEAD;
        let own = request.uri().path().strip_prefix(OWN).map(ToOwned::to_owned);
        let mut response = match (own, &self.news) {
            _ if !is_question => {
                let mut refusal = said(StatusCode::METHOD_NOT_ALLOWED, TEXT, "only GET and HEAD");
                refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
                refusal
            }
            (Some(name), Some(news)) => own_answer(&name, request.uri().query().unwrap_or_default(), news).await,
            _ if request.uri().path() == SUB_PATH => {
                let mut moved = said(StatusCode::PERMANENT_REDIRECT, TEXT, "");
                moved.headers_mut().insert(LOCATION, HeaderValue::from_static("/colex/"));
                moved
            }
            _ => self.file(request).await,
        };
        for (name, value) in &self.always {
            response.headers_mut().insert(name, value.clone());
        }
        response
    }

    async fn file(&self, request: Request<Incoming>) -> Response<Body> {
        let path = request.uri().path();
        let path = path.strip_prefix(SUB_PATH).filter(|rest| rest.starts_with('/')).unwrap_or(path);
        let path = if path == "/" { "/index.html".to_owned() } else { path.to_owned() };
        let state = self.news.as_ref().map(News::now);
        if state.as_ref().is_some_and(|state| state.build.is_none()) {
            return before_the_first_build(&path);
        }
        if self.reloads
            && path == "/index.html"
            && let Some(state) = &state
        {
            return self.index(state);
        }
        self.on_disk(&path, request).await.unwrap_or_else(|error| {
            said(StatusCode::INTERNAL_SERVER_ERROR, TEXT, &format!("the file cannot be read: {error}"))
        })
    }

    /// The page, with what loads it again after each build.
    fn index(&self, state: &State) -> Response<Body> {
        let Ok(text) = std::fs::read_to_string(self.folder.join("index.html")) else { return not_found() };
        // The number is that of the build that this page is of: one that comes out of a cache learns that it is old.
        let script = format!(
            "<script type=\"module\" src=\"{OWN}reload.js?build={}\"></script></head>",
            state.build.unwrap_or_default()
        );
        said(StatusCode::OK, media_type("index.html"), &text.replacen("</head>", &script, 1))
    }

    async fn on_disk(&self, path: &str, request: Request<Incoming>) -> std::io::Result<Response<Body>> {
        // A folder is no page, and neither is a file with something behind it.
        if path.ends_with('/') {
            return Ok(not_found());
        }
        let hashed = headers::is_hashed(path);
        let Ok(uri) = path.parse::<Uri>() else { return Ok(not_found()) };
        let mut asked = Request::new(Full::<Bytes>::default());
        *asked.method_mut() = request.method().clone();
        *asked.uri_mut() = uri;
        *asked.headers_mut() = request.headers().clone();
        if !hashed {
            // Dates count seconds, and two builds fit into one: what is asked for by a date could be of the last build.
            for name in [header::IF_MODIFIED_SINCE, header::IF_UNMODIFIED_SINCE] {
                asked.headers_mut().remove(name);
            }
        }
        if asked.headers().contains_key(header::IF_RANGE) {
            // The file may no longer be the same, so it is sent whole.
            asked.headers_mut().remove(header::RANGE);
        }
        let response = self.files.clone().try_call(asked).await?;
        if response.status() == StatusCode::NOT_FOUND {
            return Ok(not_found());
        }
        let mut response = response.map(Either::Right);
        let fields = response.headers_mut();
        if fields.contains_key(CONTENT_TYPE) {
            fields.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
        }
        if hashed {
            fields.insert(CACHE_CONTROL, HeaderValue::from_static(headers::FOR_EVER));
        } else {
            fields.remove(LAST_MODIFIED);
            fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        fields.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        Ok(response)
    }
}

/// Answers what the server says of itself.
async fn own_answer(name: &str, query: &str, news: &News) -> Response<Body> {
    let known = query.split('&').find_map(|field| field.strip_prefix("after="));
    match name {
        "state" => said(StatusCode::OK, TEXT, &news.after(known).await),
        "reload.js" => said(StatusCode::OK, SCRIPT, RELOAD),
        "building.js" => said(StatusCode::OK, SCRIPT, BUILDING_SCRIPT),
        "building.css" => said(StatusCode::OK, "text/css; charset=utf-8", BUILDING_STYLE),
        "icon.svg" => said(StatusCode::OK, "image/svg+xml", ICON),
        _ => not_found(),
    }
}

/// Answers while nothing has been built: a page that says so. What an earlier run left in the folder is not what the
/// sources say, and a service worker that it left in a browser would go on to show it.
fn before_the_first_build(path: &str) -> Response<Body> {
    let mut response = match path {
        "/index.html" => said(StatusCode::SERVICE_UNAVAILABLE, media_type(path), BUILDING),
        "/sw.js" => return said(StatusCode::OK, SCRIPT, LEAVE),
        _ => said(StatusCode::SERVICE_UNAVAILABLE, TEXT, "not built yet"),
    };
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

fn not_found() -> Response<Body> {
    said(StatusCode::NOT_FOUND, TEXT, "not found")
}

fn said(status: StatusCode, kind: &'static str, text: &str) -> Response<Body> {
    let mut response = Response::new(Either::Left(Full::from(text.to_owned())));
    *response.status_mut() = status;
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Said here, for an answer to HEAD has no body to measure.
    fields.insert(CONTENT_LENGTH, HeaderValue::from(text.len()));
    response
}

fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => SCRIPT,
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => TEXT,
        _ => "application/octet-stream",
    }
}
