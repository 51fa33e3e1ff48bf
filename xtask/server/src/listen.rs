//! Takes connections, on this machine only. One thread waits for all of them, and none waits for another.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use anyhow::{Context as _, Result, bail};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;

use xtask::told;

use crate::answer::{SUB_PATH, Site};
use crate::state::News;
use crate::{Options, building};

/// Number of ports that are tried, from the first one on.
const PORTS: u16 = 20;

/// The first free port from `first` on; 0 is any.
pub(crate) fn listen(first: u16) -> Result<TcpListener> {
    for port in first..first.saturating_add(PORTS) {
        if let Ok(listener) = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))) {
            return Ok(listener);
        }
    }
    bail!("no port from {first} on is free: choose another with --port");
}

/// Serves while the folder is filled, and afterwards; ends with an error, or when it is told to end, and then ends what fills
/// the folder too.
pub(crate) fn serve(listener: TcpListener, options: Options) -> Result<()> {
    let port = listener.local_addr()?.port();
    let builds = !options.command.is_empty() && !options.as_it_is;
    let when = if builds { "; until the page is built it says how far that is" } else { "" };
    println!("http://localhost:{port}/ and http://localhost:{port}{SUB_PATH}/ (Ctrl+C ends it{when})");

    let watches = !options.watched.is_empty() && !options.command.is_empty();
    let news = News::new(!builds);
    let site = Arc::new(Site::new(&options.folder, (builds || watches).then(|| news.clone()), watches)?);
    let (ended, end) = tokio::sync::oneshot::channel();
    listener.set_nonblocking(true)?;
    tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?.block_on(async {
        let taking = tokio::spawn(take(listener, site));
        // Before anything runs that would be left behind.
        end_when_told()?;
        thread::spawn(move || {
            let result = fill(&options, &news, watches);
            if builds && result.is_ok() {
                println!("built: http://localhost:{port}/");
            }
            // Nobody listens when the server has ended.
            let _ = ended.send(result);
        });
        match end.await {
            Ok(Err(error)) => Err(error),
            // Filled, or filled again and again: what goes on is serving.
            Ok(Ok(())) | Err(_) => taking.await?,
        }
    })
}

/// Ends this program, and first what fills the folder, by what ends programs: Ctrl+C, and what a process is told that is
/// to go.
#[cfg(unix)]
fn end_when_told() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()] {
        let mut told = signal(kind)?;
        tokio::spawn(async move {
            told.recv().await;
            told::end();
            std::process::exit(0);
        });
    }
    Ok(())
}

/// The same by Ctrl+C.
#[cfg(not(unix))]
fn end_when_told() -> Result<()> {
    tokio::spawn(async {
        if tokio::signal::ctrl_c().await.is_ok() {
            told::end();
            std::process::exit(0);
        }
    });
    Ok(())
}

/// Fills the folder, and goes on to fill it when it is watched.
fn fill(options: &Options, news: &News, watches: bool) -> Result<()> {
    if !watches {
        return building::first(options, news);
    }
    let (watcher, saves) = building::watch(&options.watched).context("files cannot be watched")?;
    if let Err(error) = building::first(options, news) {
        building::report(&error);
    }
    let (options, news) = (options.clone(), news.clone());
    thread::spawn(move || {
        building::again(&options, &saves, &news);
        drop(watcher);
    });
    Ok(())
}

/// Answers whoever comes, for ever.
async fn take(listener: TcpListener, site: Arc<Site>) -> Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // It went away before it was taken; or too many files are open, and some will be closed.
            Err(_) => {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                continue;
            }
        };
        // Small answers are not held back to be sent with the next.
        let _ = stream.set_nodelay(true);
        let site = Arc::clone(&site);
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let site = Arc::clone(&site);
                async move { Ok::<_, std::convert::Infallible>(site.answer(request).await) }
            });
            // A browser that goes away in the middle is no mistake of ours.
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
