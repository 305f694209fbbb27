"""The page behind the one-time owner link: set a password and sign in, or sign in and set it later."""

from django.contrib import admin
from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from kirocrew.owner import LinkError, link_check, link_use, owner_ensure

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
TEMPLATE = "kirocrew/signin.html"


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def signin(request: HttpRequest) -> HttpResponse:
    """GET shows the form and uses nothing up, so that a preview of the link doesn't spend it; POST does.

    The token travels in the query and the form's body, never in the path: paths are what gets logged.
    """
    token = request.POST.get("token", "") or request.GET.get("token", "")
    try:
        link_check(token)
        if request.method == "POST":
            return _sign_in(request, token)
    except LinkError as error:
        return _page(request, status=403, refusal=str(error))
    return _page(request, token=token, form=SetPasswordForm(owner_ensure()))


def _sign_in(request: HttpRequest, token: str) -> HttpResponse:
    later = "later" in request.POST
    form: SetPasswordForm[User] = SetPasswordForm(owner_ensure(), request.POST)
    if not later and not form.is_valid():
        return _page(request, status=422, token=token, form=form)
    owner = link_use(token)
    if not later:
        owner.set_password(form.cleaned_data["new_password1"])
        owner.save(update_fields=["password"])
    login(request, owner, backend=MODEL_BACKEND)
    return redirect("admin:index")


def _page(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    shared = admin.site.each_context(request)
    return render(request, TEMPLATE, {**shared, "title": "Welcome", **context}, status=status)


urlpatterns = [path("sign-in/", signin, name="signin")]
